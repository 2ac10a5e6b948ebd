import type { Relation } from '@plumbline/contracts/briefings/briefing-items';
import { describe, expect, it } from 'vitest';
import { textSimilarity, verifyStatement } from '../../../activities/memory/memory.ts';
import { memoryEntryOf } from '../../support/builders/memory-fixtures.ts';
import { DECISION_PAIRS } from '../../support/statement-pairs/decision-pairs.ts';
import { HELD_BACK_PAIRS } from '../../support/statement-pairs/held-back-pairs.ts';
import { LAST_PAIRS } from '../../support/statement-pairs/last-pairs.ts';
import { LONGER_PAIRS } from '../../support/statement-pairs/longer-pairs.ts';
import { BUILDING_PAIRS } from '../../support/statement-pairs/statement-pairs.ts';
import { PERSONAL_PAIRS } from './personal-pairs.ts';

const verdictOn = (statement: string, remembered: string) =>
  verifyStatement(statement, [memoryEntryOf({ text: remembered })]);

describe('verifying a statement against what is remembered', () => {
  it.each([
    ['another figure', 'My budget is 300 euros', 'My budget is 200 euros'],
    ['another figure', 'Mein Budget beträgt 300 Euro', 'Mein Budget beträgt 200 Euro'],
    ['another date', 'Our wedding was on 4 May 2015', 'Our wedding was on 5 May 2015'],
    ['another date', 'Der Termin ist am 3.4.2027', 'Der Termin ist am 12.4.2027'],
    ['another name', 'I live in Hamburg', 'I live in Berlin'],
    ['another name', 'Ich wohne in Hamburg', 'Ich wohne in Berlin'],
    ['another value', 'My usual city is Hamburg', 'My usual city is Berlin'],
    ['another value', 'My favourite colour is blue', 'My favourite colour is green'],
    ['another value', 'Meine Lieblingsfarbe ist blau', 'Meine Lieblingsfarbe ist grün'],
    ['a negation or the opposite word', 'I do not eat meat', 'I eat meat'],
    ['a negation or the opposite word', 'Ich esse kein Fleisch', 'Ich esse Fleisch'],
  ])('finds %s: "%s" after "%s"', (difference, statement, remembered) => {
    expect(verdictOn(statement, remembered)).toMatchObject({ verdict: 'conflicts', concerned: [{ difference }] });
  });

  it.each([
    ['My budget is 200 euros.', 'My budget is 200 euros'],
    ['The timeout is 500 ms', 'The timeout is 500 ms'],
    ['Anna lives in Hamburg', 'My sister Anna lives in Hamburg'],
    ['Das Budget beträgt 200 Euro', 'Mein Budget beträgt 200 Euro'],
  ])('knows "%s" from "%s"', (statement, remembered) => {
    expect(verdictOn(statement, remembered)).toMatchObject({ verdict: 'known', concerned: [{ difference: '' }] });
  });

  it.each([
    ['My rent is 900 euros', 'My budget is 200 euros'],
    ['My sister lives in Hamburg', 'My brother plays the violin'],
    ['I like tea', 'I like coffee'],
    ['Ich mag Tee', 'Ich mag Kaffee'],
    ['My dog is called Rex', 'My budget is 200 euros'],
  ])('takes "%s" for new beside "%s"', (statement, remembered) => {
    expect(verdictOn(statement, remembered)).toEqual({ verdict: 'new', concerned: [] });
  });
});

const VERDICTS = { same: 'known', contradicts: 'conflicts', null: 'new' } as const;

describe('statements of a person', () => {
  const foundOf = (expected: Relation | null): string[] =>
    PERSONAL_PAIRS.filter(([relation]) => relation === expected).map(([, said, remembered]) => {
      const { verdict } = verdictOn(said, remembered);
      return verdict === VERDICTS[expected ?? 'null'] ? verdict : `"${said}" after "${remembered}"`;
    });

  it('conflict with nearly all that they contradict', () => {
    expect(foundOf('contradicts').filter((found) => found !== 'conflicts')).toEqual([
      '"I moved to Hamburg" after "I moved to Bremen"',
      '"I stopped smoking" after "I smoke"',
    ]);
  });

  it('are known where they were said, and only there', () => {
    expect(new Set(foundOf('same'))).toEqual(new Set(['known']));
    expect(foundOf(null).filter((found) => found !== 'new')).toEqual([
      '"My dog is small" after "My dog is brown"',
      '"My car is red" after "My car is fast"',
    ]);
  });
});

describe('statements of news, when remembered', () => {
  const pairs = [BUILDING_PAIRS, HELD_BACK_PAIRS, LONGER_PAIRS, LAST_PAIRS, DECISION_PAIRS].flat();
  const judged = pairs.map(([relation, first, second]) => ({
    isExpected: relation === 'contradicts',
    isFound: verdictOn(first, second).verdict === 'conflicts',
  }));

  it('conflict where they contradict each other, and nowhere else', () => {
    expect(judged.filter(({ isExpected, isFound }) => isFound && !isExpected)).toEqual([]);
    expect(judged.filter(({ isExpected }) => isExpected)).toHaveLength(52);
    expect(judged.filter(({ isFound }) => isFound)).toHaveLength(51);
  });
});

describe('similarity of a query to a remembered text', () => {
  it.each([
    ['What is my budget?', 'My budget is 200 euros', 0.7],
    ['When was my daughter born?', 'My daughter Lena was born on 4 May 2015 and plays football', 0.5],
    ['Wie hoch ist mein Reisebudget?', 'Mein Budget beträgt 200 Euro', 0.3],
  ])('finds "%s" in "%s"', (query, remembered, least) => {
    expect(textSimilarity(query, remembered)).toBeGreaterThanOrEqual(least);
  });

  it.each([
    ['How many connections are open by default in this client?', 'My default editor is Emacs'],
    ['What is it?', 'My budget is 200 euros'],
    ['What does the tide do?', 'My budget is 200 euros'],
  ])('does not find "%s" in "%s"', (query, remembered) => {
    expect(textSimilarity(query, remembered)).toBeLessThan(0.3);
  });
});
