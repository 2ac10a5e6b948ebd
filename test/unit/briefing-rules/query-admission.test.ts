import { describe, expect, it } from 'vitest';
import { admissionFault } from '../../../workflows/domain/briefing/live-queries.ts';
import { queryOf } from './samples.ts';

const NAMELESS = 'it names no actor, institution or place';
const TIMELESS = 'it has no time scope';

describe('admissionFault', () => {
  it.each([
    ['en', 'new tariffs of statnett', null],
    ['en', 'new tariffs of statnettverk', NAMELESS],
    ['en', 'new EU tariffs', null],
    ['en', 'What did Norway decide', null],
    ['en', 'Tariffs for batteries', NAMELESS],
    ['en', 'Tariffs rise. Batteries follow', NAMELESS],
    ['en', 'What changed in March on a Monday', NAMELESS],
    ['de', 'Welche Tarife gelten für Speicher', NAMELESS],
    ['de', 'Neue Regeln für Stromspeicher', NAMELESS],
    ['de', 'Was plant Robert Habeck', null],
    ['de', 'Was plant die EZB', null],
    ['de', 'Neue Tarife der Bundesnetzagentur', null],
  ])('a query must name an actor, institution or place (%s: %s)', (language, text, fault) => {
    expect(admissionFault(queryOf(text), ['Statnett', 'Bundesnetzagentur'], language)).toBe(fault);
  });

  it.each([
    [null, 'Statnett tariffs', TIMELESS],
    [null, 'Statnett tariffs in the last 24 hours', null],
    [null, 'Statnett tariffs since 2026-03-06', null],
    [null, 'Statnett tariffs in 2026', TIMELESS],
    ['2026-03-05', 'Statnett tariffs', null],
  ])('a query must have a time scope (%s: %s)', (since, text, fault) => {
    expect(admissionFault(queryOf(text, { since }), ['Statnett'])).toBe(fault);
  });
});
