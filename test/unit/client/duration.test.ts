import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { parseDurationOption, parseWholeNumber } from '../../../client/cli/options/option-values.ts';
import { parseDuration, writeDuration } from '../../../client/cli/options/option-values.ts';
import { renderAge, renderElapsed } from '../../../client/cli/terminal/text-layout.ts';

describe('parseDuration', () => {
  it.each([
    ['90s', 90],
    ['15m', 900],
    ['24h', 86_400],
    ['7d', 604_800],
  ])('reads %s as %i seconds', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  it.each(['', '15', 'm', '1.5h', '-3m', '3 weeks'])('does not read "%s"', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});

describe('renderElapsed', () => {
  it.each([
    [-5, '0:00'],
    [7_900, '0:07'],
    [760_000, '12:40'],
    [3_723_000, '1:02:03'],
    [273_600_000, '3 d 4:00:00'],
  ])('shows %i ms as %s', (milliseconds, text) => {
    expect(renderElapsed(milliseconds)).toBe(text);
  });
});

describe('renderAge', () => {
  it.each([
    [12_000, '12 s'],
    [300_000, '5 min'],
    [10_800_000, '3 h'],
    [345_600_000, '4 d'],
  ])('shows %i ms as %s', (milliseconds, text) => {
    expect(renderAge(milliseconds)).toBe(text);
  });
});

describe('option values', () => {
  it.each([
    [parseWholeNumber, '4.5'],
    [parseWholeNumber, '-1'],
    [parseWholeNumber, '1e3'],
    [parseDurationOption, 'tomorrow'],
  ])('%o refuses "%s"', (parse, text) => {
    expect(() => parse(text)).toThrow(InvalidArgumentError);
  });
});

describe('writeDuration', () => {
  it.each([0, 1, 90, 900, 14_400, 86_400, 604_800])('writes %i seconds so that they can be read again', (seconds) => {
    expect(parseDuration(writeDuration(seconds))).toBe(seconds);
  });

  it('uses the largest unit without a remainder, and 24h for a day', () => {
    expect([90, 86_400, 2_592_000].map(writeDuration)).toEqual(['90s', '24h', '30d']);
  });
});
