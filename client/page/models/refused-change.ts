import type { LiveWords } from '../words/live-words.ts';
import { LIMIT_NAMES } from './run-limits.ts';

/** The server's own beginning of a refusal. */
const REFUSED = /^the run refused the message: /;

/** Why a run refused a change, in the words of the reader; what has no words stays as the run says it. */
export function wordsOfRefusal(reason: string, { limits, refused }: Pick<LiveWords, 'limits' | 'refused'>): string {
  return reason
    .replace(REFUSED, '')
    .split('; ')
    .map((part) => {
      const name = LIMIT_NAMES.find((limit) => part.startsWith(`${limit} `));
      const named = name === undefined ? part : part.replace(name, limits[name]);
      for (const [said, words] of refused.reasons) {
        const match = said.exec(named);
        // A function: what was said may hold a dollar sign.
        if (match !== null) return words.replace(/\$(\d)/g, (_mark, group: string) => match[Number(group)] ?? '');
      }
      return named;
    })
    .join('; ');
}
