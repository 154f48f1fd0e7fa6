/** Bounds on ids and attributes of rooms. In a file of their own, so that pages can load them alone. */
export const roomLimits = {
  // identifiers (characters)
  roomIdLength: 128,
  userIdLength: 128,
  groupIdLength: 256,
  organizationIdLength: 256,

  // room attributes
  metadataEntries: 50,
  metadataKeyLength: 40,
  metadataValueLength: 256,
  accessIdLengthOnCreate: 40,
  accessIdLengthOnUpdate: 256,
} as const;

/** Entries in the list of who may enter a room, unless the server has another limit. */
export const accessEntries = 100;
