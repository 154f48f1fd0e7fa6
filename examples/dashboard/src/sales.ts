import { dayOf, weekdayOf } from "./dates.ts";
import type { Region } from "./room-types.ts";

/** What a country sold through a channel on a day. */
export interface Sale {
  readonly day: number;
  readonly region: Region;
  readonly country: string;
  readonly channel: string;
  readonly visitors: number;
  readonly orders: number;
  readonly revenue: number;
}

export const firstDate = "2024-10-01";
export const lastDate = "2026-09-30";
export const firstDay = dayOf(firstDate)!;
export const lastDay = dayOf(lastDate)!;

/** Visitors per day at first, growth over the two years, how readily visitors order, and dollars per order. */
const countries = [
  { country: "Germany", region: "europe", visitors: 940, growth: 0.34, appeal: 1.12, order: 62 },
  { country: "United Kingdom", region: "europe", visitors: 810, growth: 0.12, appeal: 1.04, order: 58 },
  { country: "France", region: "europe", visitors: 620, growth: 0.48, appeal: 0.93, order: 54 },
  { country: "United States", region: "northAmerica", visitors: 1_720, growth: 0.41, appeal: 1.08, order: 71 },
  { country: "Canada", region: "northAmerica", visitors: 430, growth: 0.22, appeal: 1.01, order: 66 },
  { country: "Mexico", region: "northAmerica", visitors: 280, growth: 0.85, appeal: 0.78, order: 39 },
  { country: "Japan", region: "asiaPacific", visitors: 690, growth: -0.24, appeal: 1.18, order: 64 },
  { country: "Australia", region: "asiaPacific", visitors: 360, growth: 0.3, appeal: 0.97, order: 69 },
  { country: "India", region: "asiaPacific", visitors: 880, growth: 1.15, appeal: 0.66, order: 27 },
  { country: "Brazil", region: "latinAmerica", visitors: 510, growth: 0.74, appeal: 0.82, order: 34 },
  { country: "Argentina", region: "latinAmerica", visitors: 230, growth: -0.18, appeal: 0.74, order: 31 },
  { country: "Chile", region: "latinAmerica", visitors: 170, growth: 0.4, appeal: 0.88, order: 36 },
] as const;

/** The share of visitors, and how many of them order. */
const channels = [
  { channel: "Search", share: 0.36, orders: 0.031 },
  { channel: "Direct", share: 0.27, orders: 0.039 },
  { channel: "Social", share: 0.19, orders: 0.014 },
  { channel: "Email", share: 0.11, orders: 0.052 },
  { channel: "Referral", share: 0.07, orders: 0.027 },
] as const;

const weekdayFactors = { Mon: 1.04, Tue: 1.08, Wed: 1.05, Thu: 1.02, Fri: 0.97, Sat: 0.82, Sun: 0.9 } as const;

/** Two years of a made-up online shop. The generator is seeded, so every client computes the same numbers. */
export const sales: readonly Sale[] = createSales(20_260_930);

/** The sales from one day to another, inclusive. Every day has as many of them. */
export function salesBetween(start: number, end: number): readonly Sale[] {
  const perDay = countries.length * channels.length;
  return sales.slice((start - firstDay) * perDay, (end - firstDay + 1) * perDay);
}

export function createSales(seed: number): Sale[] {
  const random = randomNumbers(seed);
  const created: Sale[] = [];
  for (let day = firstDay; day <= lastDay; day++) {
    const elapsed = (day - firstDay) / (lastDay - firstDay);
    // The season peaks in the first days of December.
    const season = 1 + 0.16 * Math.cos((2 * Math.PI * (day - dayOf("2025-12-05")!)) / 365);
    const mood = 0.93 + 0.14 * random();
    const busy = season * mood * weekdayFactors[weekdayOf(day)];
    for (const { country, region, ...usual } of countries)
      for (const { channel, share, orders: conversion } of channels) {
        const visitors = Math.round(
          usual.visitors * (1 + usual.growth * elapsed) * share * busy * (0.85 + 0.3 * random()),
        );
        const orders = Math.round(visitors * conversion * usual.appeal * (0.8 + 0.4 * random()));
        const revenue = Math.round(orders * usual.order * (0.9 + 0.2 * random()));
        created.push({ day, region, country, channel, visitors, orders, revenue });
      }
  }
  return created;
}

/** Numbers from 0 up to 1 that follow from a seed (Mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
