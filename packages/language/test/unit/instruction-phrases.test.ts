import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { describe, expect, it } from 'vitest';
import { injectionSignalsIn, ordersIn } from '../../injection/injection-signals.ts';
import { INSTRUCTIONS } from '../../injection/instruction-phrases.ts';

/** What classes of characters are tried with. */
const TRIED = [' ', 'a', 'e', '文', 'и', '.', '1', '"', ':'];

/** A text that a pattern matches, perhaps: of alternatives the one of that number, of repetitions the fewest. */
function exampleOf({ source }: RegExp, choice: number): string {
  return written(new RegExpParser().parsePattern(source).alternatives, choice);
}

function written(alternatives: readonly AST.Alternative[], choice: number): string {
  const { elements = [] } = alternatives[choice % alternatives.length] ?? {};
  return elements.map((element) => writtenPart(element, choice)).join('');
}

function writtenPart(element: AST.Element, choice: number): string {
  if (element.type === 'Character') return String.fromCodePoint(element.value);
  if (element.type === 'Group' || element.type === 'CapturingGroup') return written(element.alternatives, choice);
  if (element.type === 'Quantifier') return writtenPart(element.element, choice).repeat(element.min);
  if (element.type === 'CharacterClass') {
    const one = new RegExp(`^${element.raw}$`);
    return TRIED.find((character) => one.test(character)) ?? '';
  }
  return '';
}

describe('texts made of the patterns of orders', () => {
  const examples = INSTRUCTIONS.flatMap((pattern) =>
    [0, 1, 2, 3, 5, 8].map((choice) => ({ pattern, text: exampleOf(pattern, choice) })),
  ).filter(({ pattern, text }) => pattern.test(text));

  it('are of nearly all patterns', () => {
    expect(new Set(examples.map(({ pattern }) => pattern)).size).toBeGreaterThan(0.9 * INSTRUCTIONS.length);
  });

  it('are found, also among other words', () => {
    const among = (text: string): string =>
      `the keeper trims each wick.\n\n${text}\n\nwhale oil burns in harbour lamps`;
    const missed = examples.filter(({ text }) => !injectionSignalsIn(among(text)).includes('instructions'));

    expect(missed.map(({ text }) => text)).toEqual([]);
  });

  it('are told as orders', () => {
    expect(examples.filter(({ text }) => ordersIn(text).length === 0)).toEqual([]);
  });
});
