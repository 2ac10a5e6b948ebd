import { sourceOfAll } from '../languages/word-patterns.ts';
import { stemOf } from '../text/stemmer.ts';
import type { WeightedTerm } from './term-coverage.ts';

/** A figure of the question with what it counts: 16 years, 250 employees. */
export interface AskedFigure {
  readonly value: number;
  /** Stem of the word after the figure. */
  readonly unit: string;
}

interface Bounds {
  readonly from: number;
  readonly to: number;
}

const NUMBER = String.raw`(\d{1,3}(?:[ .]\d{3})+|\d+(?:,\d+)?)`;
const BELOW = sourceOfAll(({ below }) => below);
const UP_TO = sourceOfAll(({ upTo }) => upTo);
const ABOVE = sourceOfAll(({ above }) => above);
const FROM = sourceOfAll(({ from }) => from);
const RANGE_TO = sourceOfAll(({ rangeTo }) => rangeTo);
const BOUND = new RegExp(`(?<!\\p{L})(?:(${BELOW})|(${UP_TO})|(${ABOVE})|(${FROM}))\\s+${NUMBER}\\s+(\\p{L}+)`, 'giu');
const RANGE = new RegExp(
  `(?<![\\d.,])${NUMBER}\\s*(?:${RANGE_TO}|–|-)\\s*${NUMBER}(?![\\d.,])(?:\\s+(\\p{L}+))?`,
  'giu',
);

/** Factor for a figure outside a statement's bounds: the statement is about another case. */
const OTHER_CASE = 0.6;
const SAME_CASE = 1.2;
/** A strict bound excludes the figure itself. */
const STRICT = 1e-6;
const WIDEST_GAP = 0.15;

/** Figures among the terms of a question, each with the following word. @param terms in the order of the question */
export function askedFigures(terms: readonly WeightedTerm[]): AskedFigure[] {
  return terms.flatMap(({ word }, index) => {
    const unit = terms[index + 1];
    if (!/^\d+(?:[.,]\d+)*$/u.test(word) || unit === undefined || /^\d/u.test(unit.word)) return [];
    return [{ value: toNumber(word), unit: unit.stem }];
  });
}

/**
 * How well the bounds in a statement ("noch nicht 17 Jahre", "201 bis 400 Arbeitnehmer") fit the figures of the
 * question: above 1 inside the bounds and higher for closer bounds, below 1 outside, 1 for a statement without bounds.
 *
 * @param context headings and introduction, which may contain the unit of a bare range
 */
export function conditionFit(
  asked: readonly AskedFigure[],
  statement: string,
  context: string,
  language: string,
): number {
  let fit = 1;
  for (const { value, unit } of asked) {
    const bounds = boundsIn(statement, context, unit, language);
    if (bounds.length === 0) continue;
    const inside = bounds.filter(({ from, to }) => value >= from && value <= to);
    if (inside.length === 0) fit *= OTHER_CASE;
    // A list that spans several cases is about all of them.
    else if (inside.length === bounds.length) fit *= SAME_CASE - Math.min(...inside.map((bound) => gap(bound, value)));
  }
  return fit;
}

/** Distance to the nearer bound, as a share of the figure. */
function gap({ from, to }: Bounds, value: number): number {
  return Math.min(WIDEST_GAP, Math.min(Math.abs(to - value), Math.abs(value - from)) / Math.max(1, value));
}

function boundsIn(statement: string, context: string, unit: string, language: string): Bounds[] {
  const isUnit = (word: string | undefined): boolean => word !== undefined && sameUnit(word, unit, language);
  const bounds = [...statement.matchAll(BOUND)].flatMap(([, below, upTo, above, , number = '', word]) => {
    if (!isUnit(word)) return [];
    const value = toNumber(number);
    if (below !== undefined) return [{ from: 0, to: value - STRICT }];
    if (upTo !== undefined) return [{ from: 0, to: value }];
    return [{ from: above === undefined ? value : value + STRICT, to: Number.POSITIVE_INFINITY }];
  });
  const unitAbove = (context.match(/\p{L}+/gu) ?? []).some(isUnit);
  const ranges = [...statement.matchAll(RANGE)].flatMap(([, from = '', to = '', word]) =>
    isUnit(word) || (word === undefined && unitAbove) ? [{ from: toNumber(from), to: toNumber(to) }] : [],
  );
  return [...bounds, ...ranges];
}

function sameUnit(word: string, unit: string, language: string): boolean {
  return stemOf(word.toLowerCase(), language) === unit;
}

function toNumber(text: string): number {
  return Number(text.replace(/[ .](?=\d{3})/g, '').replace(',', '.'));
}
