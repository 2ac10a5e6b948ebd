import type { Finding, Quote } from '../../../workflows/contracts/evidence.ts';
import type { StoredTexts } from '../../citations/stored-quotes.ts';
import { lacksSubject } from '../../extractive/units/leaning.ts';
import { detectLanguage } from '../../text/language.ts';
import { readableText } from '../../text/readable-text.ts';
import { splitSentences } from '../../text/sentences.ts';

/** Words of a source that an item may be made of. */
export interface StatedCandidate {
  readonly text: string;
  readonly quote: Quote;
}

/** "This week the regulator …" names its subject. */
const OPENS_WITH_TIME = /^(?:this|that|diese[rsn]?)\s+(?:week|month|year|morning|woche|monat|jahr)/iu;

/**
 * The whole sentences that the quotes of a finding stand in, best quote first: each alone, or with those before it that
 * name its subject, then all of one quote together. Without its stored text a quote stands as it is.
 */
export async function candidatesOf(
  { quotes }: Pick<Finding, 'quotes'>,
  texts: StoredTexts,
): Promise<StatedCandidate[]> {
  const candidates = quotes.map(async (quote) => {
    const sentences = await sentencesAround(quote, texts);
    const quoted = sentences.filter(({ isQuoted }) => isQuoted);
    const alone = quoted.map(({ text, place }) => withSubject(text, sentences.slice(0, place)));
    const stated = quoted.length > 1 ? [...alone, quoted.map(({ text }) => text).join(' ')] : alone;
    return [...new Set(stated)].map((text) => ({ text, quote }));
  });
  return (await Promise.all(candidates)).flat();
}

/** Whether a sentence only points to what it speaks of. */
export function isNameless(text: string): boolean {
  return lacksSubject(text) && !OPENS_WITH_TIME.test(text);
}

interface Sentence {
  readonly text: string;
  /** Within its unit. */
  readonly place: number;
  readonly isQuoted: boolean;
}

function withSubject(text: string, before: readonly Sentence[]): string {
  const last = before.at(-1);
  return last === undefined || !isNameless(text) ? text : withSubject(`${last.text} ${text}`, before.slice(0, -1));
}

async function sentencesAround(quote: Quote, texts: StoredTexts): Promise<Sentence[]> {
  const stored = quote.unit === undefined ? null : (await texts.read(quote.textHash)).text;
  const unit = stored === null || quote.unit === undefined ? quote : quote.unit;
  const text = stored === null ? quote.text : stored.slice(unit.start, unit.end);
  const [start, end] = [quote.start - unit.start, quote.end - unit.start];
  return splitSentences(text, detectLanguage(text))
    .filter(({ kind }) => kind !== 'heading')
    .map((sentence) => ({
      text: readableText(text.slice(sentence.start, sentence.end)),
      isQuoted: sentence.start < end && start < sentence.end,
    }))
    .filter((sentence) => sentence.text !== '')
    .map((sentence, place) => ({ ...sentence, place }));
}
