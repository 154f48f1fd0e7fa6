import type { Pin } from "./room-types.ts";

/** What a new map begins with, by pin id. */
export const samplePins: Readonly<Record<string, Pin>> = {
  lisbon: {
    title: "Lisbon",
    notes: "Start of the trip. Meet the team on Monday.",
    color: "blue",
    lon: -9.14,
    lat: 38.72,
    stop: 1,
  },
  newYork: { title: "New York", notes: "Conference, two nights.", color: "green", lon: -74.01, lat: 40.71, stop: 2 },
  mexicoCity: { title: "Mexico City", notes: "", color: "amber", lon: -99.13, lat: 19.43, stop: 3 },
  tokyo: { title: "Tokyo", notes: "Workshop with the design team.", color: "rose", lon: 139.69, lat: 35.69, stop: 4 },
  nairobi: { title: "Nairobi", notes: "Maybe next year.", color: "violet", lon: 36.82, lat: -1.29, stop: null },
};
