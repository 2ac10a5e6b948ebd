import { describe, expect, it } from 'vitest';
import { excerptOf } from '../../../activities/offline-engine/passages/excerpt.ts';
import { need } from '../../support/builders/step-inputs.ts';

const BEST = 'The harbour lamp burns for nine hours on one filling.';
const AROUND = ['The keeper climbs the stairs at dusk.', BEST, 'After that the keeper fetches oil.'];
const ASIDE = Array.from(
  { length: 12 },
  (_, index) => `Ship number ${index + 1} waits at the outer buoy for the pilot.`,
);
const LENGTH = { usual: 140, unknown: 400 };

const excerpt = (text: string, length = LENGTH) =>
  excerptOf(need, { title: 'Harbour', headingPath: [], language: 'en', text }, length);

describe('an excerpt', () => {
  it('is the whole passage if that is short', () => {
    expect(excerpt(AROUND.join(' '), { usual: 200, unknown: 200 })).toBe(AROUND.join(' '));
  });

  it('shows the best statement between its neighbours and marks what is left out', () => {
    expect(excerpt([...ASIDE, ...AROUND, ...ASIDE].join(' '))).toBe(`[…] ${AROUND.join(' ')} […]`);
  });

  it('keeps the order of the text where it shows several places', () => {
    const other = 'No harbour may be any longer.';
    const shown = excerpt([other, ...ASIDE, BEST].join(' '), { usual: 100, unknown: 100 });

    expect(shown).toBe(`${other} […] ${BEST}`);
  });

  it('shows more when no part clearly serves the question', () => {
    const shown = excerpt(ASIDE.join(' '));

    expect(shown.length).toBeGreaterThan(LENGTH.usual);
    expect(shown.startsWith(`${ASIDE[0]} ${ASIDE[1]}`)).toBe(true);
    expect(shown.endsWith(' […]')).toBe(true);
  });

  it('cuts a single sentence that is too long', () => {
    expect(excerpt(`The harbour lamp ${'burns and '.repeat(500)}glows.`).length).toBeLessThan(500);
  });
});
