/** The playback of a user. */
export interface Playback {
  readonly time: number;
  readonly isPlaying: boolean;
}

/** A video that plays may be this far from the one it follows: messages take time, and each jump is visible. */
const driftMs = 1_500;

/** What a video has to do to follow another one; null for nothing. */
export interface Correction {
  readonly seekTo: number | null;
  readonly turn: "play" | "pause" | null;
}

export function correctionFor(own: Playback, leader: Playback): Correction {
  const apart = Math.abs(own.time - leader.time);
  // Stopped videos show the same picture.
  const isFar = leader.isPlaying ? apart > driftMs : apart > 0;
  return {
    seekTo: isFar ? leader.time : null,
    turn: leader.isPlaying === own.isPlaying ? null : leader.isPlaying ? "play" : "pause",
  };
}
