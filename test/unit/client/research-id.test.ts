import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../client/errors/failures.ts';
import {
  checkResearchId,
  createResearchId,
  matchResearchId,
  nearResearchIds,
  slugOf,
} from '../../../client/runs/research-id.ts';

describe('createResearchId', () => {
  it('joins the first words of the question and random characters', () => {
    expect(createResearchId('How are connections limited?', 'a1b2c3')).toBe(
      'research-how-are-connections-limited-a1b2c3',
    );
  });
});

describe('slugOf', () => {
  it.each([
    ['Welche Prüfung verlangt § 78 StrlSchG?', 'welche-pruefung-verlangt-78-strlschg'],
    ['Où est la clé?', 'ou-est-la-cle'],
    ['接続数の上限は?', 'question'],
    ['a'.repeat(60), 'a'.repeat(40)],
    ['one two three four five six seven eight nine ten', 'one-two-three-four-five-six-seven-eight'],
  ])('turns "%s" into "%s"', (question, slug) => {
    expect(slugOf(question)).toBe(slug);
  });
});

describe('checkResearchId', () => {
  it.each(['limits-2026', 'A.b_c-1', 'x'.repeat(200)])('accepts "%s"', (id) => {
    expect(checkResearchId(id)).toBe(id);
  });

  it.each(['', '.', '../up', 'a/b', 'a b', 'ä', 'x'.repeat(201)])('refuses "%s"', (id) => {
    expect(() => checkResearchId(id)).toThrow(UsageError);
  });
});

describe('matchResearchId', () => {
  const known = ['research-limits-3f9a21', 'research-limits-77aa00', 'research-pools-0b0b0b'];

  it('finds a run by the end of its id', () => {
    expect(matchResearchId('3f9a21', known)).toBe('research-limits-3f9a21');
  });

  it('finds a run by the beginning of its id', () => {
    expect(matchResearchId('research-p', known)).toBe('research-pools-0b0b0b');
  });

  it('prefers the full id to parts of others', () => {
    expect(matchResearchId('limits', ['limits', 'research-limits'])).toBe('limits');
  });

  it('refuses a part that matches several runs and names them', () => {
    expect(() => matchResearchId('research-limits', known)).toThrow(/3f9a21\n {2}research-limits-77aa00/);
  });

  it('keeps an id that the server does not know', () => {
    expect(matchResearchId('elsewhere', known)).toBe('elsewhere');
  });
});

describe('nearResearchIds', () => {
  const known = ['h1', 'h2', 'research-limits-3f9a21', 'research-hours-77aa0h', 'Notes'];

  it.each([
    ['h', ['h1', 'h2', 'research-hours-77aa0h']],
    ['H', ['h1', 'h2', 'research-hours-77aa0h']],
    ['limits', ['research-limits-3f9a21']],
    ['limts', ['research-limits-3f9a21']],
    ['research-lomits-3f9b21', ['research-limits-3f9a21']],
    ['nots', ['Notes']],
    ['xyz', []],
    ['', []],
  ])('proposes for "%s": %j', (given, near) => {
    expect(nearResearchIds(given, known)).toEqual(near);
  });

  it('proposes at most five', () => {
    const many = Array.from({ length: 9 }, (_, index) => `h${index}`);

    expect(nearResearchIds('h', many)).toEqual(['h0', 'h1', 'h2', 'h3', 'h4']);
  });
});
