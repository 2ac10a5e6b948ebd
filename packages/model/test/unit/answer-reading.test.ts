import { describe, expect, it } from 'vitest';
import { listColorsStep } from '../../../../test/support/builders/reasoning-step.ts';
import { readAnswer } from '../../engine/answer-reading.ts';
import type { ChatAnswer } from '../../engine/chat-completion.ts';

const read = (text: string, ending: ChatAnswer['ending'] = 'complete') => readAnswer({ text, ending }, listColorsStep);

const json = '{"colors": ["red", "blue"], "remark": null}';

describe('readAnswer', () => {
  it.each([
    { name: 'plain JSON', text: json },
    { name: 'a code fence', text: `\`\`\`json\n${json}\n\`\`\`` },
    { name: 'a code fence among small talk', text: `Sure {here}:\n\`\`\`\n${json}\n\`\`\`\nAnything else?` },
    { name: 'small talk', text: `The answer is ${json} as you wished.` },
    { name: 'thoughts', text: `<think>maybe {"colors": []}?</think>\n${json}` },
    { name: 'thoughts without their opening tag', text: `perhaps {green}\n</think>\n\n${json}` },
    { name: 'single quotes and a trailing comma', text: "{colors: ['red', 'blue',], 'remark': null}" },
    { name: 'a missing end', text: '{"remark": null, "colors": ["red", "blue"' },
    { name: 'comments', text: '{"colors": ["red", "blue"], // two\n "remark": null}' },
  ])('reads $name', ({ text }) => {
    expect(read(text)).toEqual({ fits: true, value: { colors: ['red', 'blue'], remark: null } });
  });

  it('refuses a runaway answer, even if it is well-formed', () => {
    const endless = JSON.stringify({ colors: Array.from({ length: 20_000 }, () => 'crimson'), remark: null });

    expect(read(endless)).toMatchObject({ fits: false, problem: 'was longer than 100000 characters' });
  });

  it('keeps a think tag that is part of a value', () => {
    const text = '{"colors": ["a </think> b"], "remark": null}';

    expect(read(text)).toMatchObject({ value: { colors: ['a </think> b'] } });
  });

  it('keeps the last entry of a list whose end is missing', () => {
    expect(read('{"remark": null, "colors": ["red", "blue", "gre')).toMatchObject({
      value: { colors: ['red', 'blue', 'gre'] },
    });
  });

  it.each([
    { text: '', problem: 'contained no JSON object' },
    { text: 'I cannot help with that.', problem: 'contained no JSON object' },
    { text: '["red"]', problem: 'contained no JSON object' },
    { text: '<think>{"colors": ["red"], "remark": null}', problem: 'contained no JSON object' },
    { text: '{"colors": "red", "remark": null}', problem: 'did not fit the schema' },
  ])('finds "$text" unusable: $problem', ({ text, problem }) => {
    expect(read(text)).toMatchObject({ fits: false, problem, isUnenforced: true });
  });

  it('names every fault with its place', () => {
    expect(read('{"colors": ["red", 5]}')).toMatchObject({
      detail:
        'colors[1]: Invalid input: expected string, received number; remark: Invalid input: expected string, received undefined',
    });
  });

  it('does not treat a fault of length as an endpoint that ignores schemas', () => {
    expect(read('{"colors": ["ab"], "remark": null}')).toMatchObject({ fits: false, isUnenforced: false });
  });

  it('does not use an answer that was refused, even if it looks valid', () => {
    expect(read(json, 'refused')).toMatchObject({ fits: false, problem: 'was refused', isUnenforced: false });
  });

  it.each([
    { ending: 'cut-off' as const, problem: 'was cut off at the length limit of the endpoint' },
    { ending: 'endless' as const, problem: 'had no end and was stopped' },
  ])('uses of an answer that $problem only an object that is whole', ({ ending, problem }) => {
    expect(read(`${json}\nThat is`, ending)).toMatchObject({ fits: true });
    expect(read(json.slice(0, -1), ending)).toMatchObject({ fits: false, problem, isUnenforced: false });
  });
});
