/** What starts a server from a checkout. */
export const startCommand = "npm install && npm start";
