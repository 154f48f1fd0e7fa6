/**
 * Megabytes in which a thread of the database makes new objects, before they are collected: rows and units that live for
 * one message. V8 would let it grow to many times of that first.
 */
export const youngHeapMb = 6;
