import { describe, expect, it } from 'vitest';
import { standsOut } from '../../../activities/offline-engine/passages/beyond-words.ts';

const TASK = 'Which oil does the keeper use?';
const hit = (prominence?: number, query = TASK) => ({ query, ...(prominence !== undefined && { prominence }) });

describe('passages in another language', () => {
  it.each([
    ['one of them does', [hit(-1), hit(0.5)], true],
    ['the best is what chance gives', [hit(-1), hit(-0.1)], false],
    ['the best is one of a crowd', [hit(-2), hit(-1.5)], true],
    ['only the words of another query make one do so', [hit(-0.3), hit(2, 'oil')], false],
    ['a model wrote all queries', [hit(-1, 'lamp oil'), hit(2, 'oil')], true],
    ['nothing is known of them', [hit(), hit()], true],
  ])('stand out when %s: %o → %s', (_, hits, expected) => {
    expect(standsOut(hits, TASK)).toBe(expected);
  });
});
