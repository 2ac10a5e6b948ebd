import type { JudgeFindingsInput } from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingItem, LiveQuery } from '@plumbline/contracts/briefings/briefing-items';
import type { Theme } from '@plumbline/contracts/briefings/briefing-state';
import type { Quote } from '@plumbline/contracts/evidence/finding';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { detectLanguage } from '@plumbline/language/detection';
import { splitSentences } from '@plumbline/language/sentences';
import { lacksSubject } from '@plumbline/offline/passages';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { readableText } from '@plumbline/text/readable-text';
import { type KnownStatement, statementOf } from './item-relations.ts';
import { touchesMechanism } from './theme-words.ts';

/** Sentences of a finding that may become its item. */
const MOST_CANDIDATES = 4;

export type JudgedFinding = JudgeFindingsInput['findings'][number];

/** An item that a finding may make. */
export interface Candidate extends KnownStatement {
  readonly item: BriefingItem;
}

/** What a finding may make, best first, or why it makes nothing. */
export type ReadFinding =
  | { readonly source: JudgedFinding; readonly candidates: readonly [Candidate, ...Candidate[]] }
  | { readonly source: JudgedFinding; readonly candidates: null; readonly reason: string };

/** Reads what a finding may state; of a source or page that is not trusted, nothing. */
export async function readFinding(
  source: JudgedFinding,
  query: LiveQuery | undefined,
  theme: Theme | undefined,
  texts: StoredTexts,
): Promise<ReadFinding> {
  const { finding, tier } = source;
  const reject = (reason: string): ReadFinding => ({ source, candidates: null, reason });
  if (query === undefined) return reject('its query is unknown');
  if (tier === 3 && !query.targetTiers.includes(3)) return reject('tier 3');
  if (isUntrusted(finding)) return reject('its passage addresses programs');
  const stated = (await Promise.all(finding.quotes.map((quote) => statementsIn(quote, texts)))).flat();
  const [best, ...others] = stated
    .slice(0, MOST_CANDIDATES)
    .map((statement) => toItem(source, query, theme, statement))
    .map((item): Candidate => ({ ...statementOf(item), item }));
  return best === undefined ? reject('nothing is quoted') : { source, candidates: [best, ...others] };
}

/** Words of a source that an item may be made of. */
interface Statement {
  readonly text: string;
  readonly quote: Quote;
}

function toItem(
  { finding, tier, outlet, publishedAt }: JudgedFinding,
  { queryId, themeId, taxonomyId }: LiveQuery,
  theme: Theme | undefined,
  { text, quote }: Statement,
): BriefingItem {
  return {
    itemId: `item-${finding.findingId}`,
    queryId,
    themeId,
    taxonomyId,
    text,
    status: tier === null || tier === 3 ? 'reported' : 'confirmed',
    locator: finding.locator,
    outlet,
    tier,
    publishedAt,
    citations: [quote.key],
    touchesMechanism: theme !== undefined && touchesMechanism(text, theme),
    isRetraction: false,
    copyOf: null,
  };
}

/** The whole sentences of a quote, each with preceding ones that name its subject. Without its stored text a quote is used as it is. */
async function statementsIn(quote: Quote, texts: StoredTexts): Promise<Statement[]> {
  const sentences = await sentencesAround(quote, texts);
  const stated = sentences.flatMap(({ text, isQuoted }, index) =>
    isQuoted ? [withSubject(text, sentences.slice(0, index))] : [],
  );
  return [...new Set(stated)].map((text) => ({ text, quote }));
}

interface Sentence {
  readonly text: string;
  readonly isQuoted: boolean;
}

function withSubject(text: string, before: readonly Sentence[]): string {
  const last = before.at(-1);
  return last === undefined || !lacksSubject(text) ? text : withSubject(`${last.text} ${text}`, before.slice(0, -1));
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
    .filter((sentence) => sentence.text !== '');
}
