import { boundedList, boundedSentences, boundedText, citedKeys, readScores } from '@plumbline/model/answers';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { STEP_CASES } from '../../../../test/support/builders/step-inputs.ts';
import { renderAnswerSchema, renderRequest } from '../../engine/output-mode.ts';

describe('parts of an answer', () => {
  const text = boundedText(5, 'a few letters');

  it('are cut, not refused, when a model writes more', () => {
    expect(text.parse(' lamplight ')).toBe('lampl');
    expect(boundedList(text, 2, '').parse(['a', 'b', 'c'])).toEqual(['a', 'b']);
  });

  it('lose entries that cannot be read, unless none can', () => {
    const list = boundedList(z.object({ word: text }), 3, '');

    expect(list.parse([{ word: 'a' }, { other: 1 }, 'b'])).toEqual([{ word: 'a' }]);
    expect(list.safeParse([{ other: 1 }]).success).toBe(false);
    expect(list.parse(null)).toEqual([]);
    expect(list.safeParse(undefined).success).toBe(false);
  });
});

describe('statements of an answer', () => {
  const statement = boundedSentences(40, 'one sentence');

  it.each([
    ['The lamp burns for 9 hours.', 'The lamp burns for 9 hours.'],
    ['The lamp burns. The keeper trims it at dawn and fills', 'The lamp burns.'],
    ['Es brennt 9 Std. „Er füllt es.“ Danach geht der Wärter', 'Es brennt 9 Std. „Er füllt es.“'],
    [
      '灯は九時間燃える。番人は夜明けに手入れをしてから油を満たし、それから記録を書いて眠る準備をする',
      '灯は九時間燃える。',
    ],
    ['The lamp of the upper gallery burns with oil of rape', ''],
  ])('end with a whole sentence: %j', (written, read) => {
    expect(statement.parse(written)).toBe(read);
  });

  it('are asked for with a key, and read without one', () => {
    const { properties } = renderAnswerSchema(z.object({ keys: citedKeys(3) }), 'bounded');

    expect(properties).toEqual({ keys: expect.objectContaining({ minItems: 1, maxItems: 3 }) });
    expect(citedKeys(3).parse([])).toEqual([]);
  });
});

describe('the scale of scores', () => {
  it.each([
    [
      [0, 0.5, 1],
      [0, 0.5, 1],
    ],
    [
      [85, 0, 100],
      [0.85, 0, 1],
    ],
    [
      [7, '3', 10],
      [0.7, 0.3, 1],
    ],
    [[100], [1]],
    [
      [0.5, 8],
      [0.5, 1],
    ],
    [
      [-3, 50],
      [0, 0.5],
    ],
    [
      ['4/5', 'high', null],
      [0.8, 0.75, null],
    ],
    [[1e9], [undefined]],
  ])('is read from %j together', (said, read) => {
    expect(readScores(said)).toEqual(read);
  });
});

it.each(STEP_CASES)('every list and text that $name asks for is bounded', (one) => {
  const { responseFormat } = renderRequest(one.step, one.step.prompt(one.input()), 'bounded_schema');
  const unbounded: string[] = [];
  const walk = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { type, maxItems, maxLength, enum: choices } = schema as Record<string, unknown>;
    if (type === 'array' && maxItems === undefined) unbounded.push(path);
    if (type === 'string' && maxLength === undefined && choices === undefined) unbounded.push(path);
    for (const [key, value] of Object.entries(schema)) walk(value, `${path}/${key}`);
  };
  walk(responseFormat, '');

  expect(unbounded).toEqual([]);
});
