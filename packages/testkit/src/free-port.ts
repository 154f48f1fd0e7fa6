export { freePort } from "@weft/store/testing/free-port";
