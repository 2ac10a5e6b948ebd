import type { Finding, Quote } from '../../../workflows/contracts/evidence.ts';
import type { StoredTexts } from '../../citations/stored-quotes.ts';
import { detectLanguage } from '../../text/language.ts';
import { readableText } from '../../text/readable-text.ts';
import { splitSentences } from '../../text/sentences.ts';

/** Words of a source that an item may be made of. */
export interface StatedCandidate {
  readonly text: string;
  readonly quote: Quote;
}

/**
 * The whole sentences that the quotes of a finding stand in, best quote first: each alone, then all of one quote
 * together, because a sentence may need the one before it. Without its stored text a quote stands as it is.
 */
export async function candidatesOf(
  { quotes }: Pick<Finding, 'quotes'>,
  texts: StoredTexts,
): Promise<StatedCandidate[]> {
  const candidates = quotes.map(async (quote) => {
    const sentences = await sentencesAround(quote, texts);
    const stated = sentences.length > 1 ? [...sentences, sentences.join(' ')] : sentences;
    return stated.map((text) => ({ text, quote }));
  });
  return (await Promise.all(candidates)).flat();
}

async function sentencesAround(quote: Quote, texts: StoredTexts): Promise<string[]> {
  const stored = quote.unit === undefined ? null : (await texts.read(quote.textHash)).text;
  const unit = stored === null || quote.unit === undefined ? quote : quote.unit;
  const text = stored === null ? quote.text : stored.slice(unit.start, unit.end);
  const [start, end] = [quote.start - unit.start, quote.end - unit.start];
  return splitSentences(text, detectLanguage(text))
    .filter((sentence) => sentence.kind !== 'heading' && sentence.start < end && start < sentence.end)
    .map((sentence) => readableText(text.slice(sentence.start, sentence.end)))
    .filter((sentence) => sentence !== '');
}
