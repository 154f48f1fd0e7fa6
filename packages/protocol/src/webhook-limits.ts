/** Bounds on webhook endpoints. In a file of their own, so that pages can load them alone. */
export const webhookLimits = {
  webhookUrlLength: 2_048,
  webhookHeaders: 10,
  webhookHeaderNameLength: 100,
  webhookHeaderValueLength: 1_000,
  /** Deliveries per second that an endpoint may be limited to. */
  webhookRateMax: 65_534,
  webhookThrottleSecondsMin: 10,
  webhookThrottleSecondsMax: 3_600,
  webhookThrottleSecondsDefault: 60,
  /** How long the previous secret of an endpoint signs beside the new one. */
  webhookSecretOverlapMs: 86_400_000,
  /** Bytes of the JSON of a test event's data. */
  webhookTestData: 16_384,
} as const;
