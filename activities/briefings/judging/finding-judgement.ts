import type { JudgeFindingsInput } from '../../../workflows/contracts/briefings/briefing-activities.ts';
import type { BriefingItem, LiveQuery } from '../../../workflows/contracts/briefings/briefing-items.ts';
import type { Theme } from '../../../workflows/contracts/briefings/briefing-state.ts';
import type { Finding, Quote } from '../../../workflows/contracts/evidence/evidence.ts';
import { isUntrusted } from '../../../workflows/domain/untrusted-findings.ts';
import type { StoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { ofAll, sourceOfAll, wholeWords, wholeWordsOfAll } from '../../language/languages/word-patterns.ts';
import { detectLanguage } from '../../language/text/language.ts';
import { readableText } from '../../language/text/readable-text.ts';
import { splitSentences } from '../../language/text/sentences.ts';
import { lacksSubject } from '../../offline-engine/passages/passage-entries.ts';
import { eventsIn } from '../../verification/statements/events.ts';
import { readFigures, timesIn } from '../../verification/statements/figures-and-times.ts';
import { concerns, type Subject, subjectOf, touchesMechanism } from './theme-words.ts';

const OPINION_PATH = new RegExp(String.raw`\/(?:${sourceOfAll(({ opinionPaths }) => opinionPaths)})(?:[/.?-]|$)`, 'iu');
const OPINION_TITLE = new RegExp(
  String.raw`^(?:${sourceOfAll(({ opinionTitles }) => opinionTitles)})(?:$|\s*[:|–—-])|[|–—]\s*(?:${sourceOfAll(({ opinionTitleEnds }) => opinionTitleEnds)})\s*$`,
  'iu',
);

const OPINION = wholeWordsOfAll(({ opinions }) => opinions);
/** A view that is reported is checkable as a view only. */
const FORECAST = wholeWordsOfAll(({ forecasts }) => forecasts);
/** What only a forecast says of the future; what somebody decided is said with a deed. */
const DRIFT = wholeWordsOfAll(({ drifts }) => drifts);
const ADVICE = wholeWordsOfAll(({ advice }) => advice);
const DECIDED = wholeWordsOfAll(({ decided }) => decided);
/** Past and perfect; forms of "say" alone report words and no deed. */
const DEED = wholeWordsOfAll(({ newsDeeds }) => newsDeeds);
const ALWAYS = new RegExp(String.raw`(?<!\p{L})(?:${sourceOfAll(({ views }) => views)})`, 'iu');
const FEWEST_WORDS = 4;

/** "This week the regulator …" names its subject. */
const OPENS_WITH_TIME = new RegExp(`^(?:${sourceOfAll(({ timeOpenings }) => timeOpenings)})`, 'iu');

const PATTERNS: readonly RegExp[] = ofAll(({ retractions }) => retractions).map((pattern) => wholeWords(pattern));
const MARKED_TITLE = new RegExp(
  String.raw`^(?:${sourceOfAll(({ correctionTitles }) => correctionTitles)})(?:$|[\s:|–—-])`,
  'iu',
);

export type JudgedFinding = JudgeFindingsInput['findings'][number];

/** The item that a finding makes, or why it makes none. */
export type Judgement =
  | { readonly source: JudgedFinding; readonly item: BriefingItem; readonly reason: null }
  | { readonly source: JudgedFinding; readonly item: null; readonly reason: string };

/** Judges a finding by itself: whether it states a fact about what its query asks for. */
export async function judgeFinding(
  source: JudgedFinding,
  query: LiveQuery | undefined,
  theme: Theme | undefined,
  texts: StoredTexts,
): Promise<Judgement> {
  const { finding, tier } = source;
  const reject = (reason: string): Judgement => ({ source, item: null, reason });
  if (query === undefined) return reject('its query is unknown');
  if (tier === 3 && !query.targetTiers.includes(3)) return reject('tier 3');
  if (isUntrusted(finding)) return reject('its passage addresses programs');
  if (isCommentary(finding)) return reject('opinion');
  const subject = subjectOf(query, theme);
  const candidates = await candidatesOf(finding, texts);
  const faults = candidates.map(({ text }) => faultOf(text, finding.title, subject));
  const [best] = candidates.filter((_, index) => faults[index] === null);
  if (best === undefined) return reject(faults[0] ?? 'nothing is quoted');
  return { source, item: toItem(source, query, best, subject), reason: null };
}

function faultOf(text: string, title: string, subject: Subject): string | null {
  if (isNameless(text)) return 'does not name its subject';
  return findNoFact(text) ?? (concerns(text, title, subject) ? null : 'does not concern the theme');
}

function toItem(
  source: JudgedFinding,
  query: LiveQuery,
  { text, quote }: StatedCandidate,
  subject: Subject,
): BriefingItem {
  const { finding, tier, outlet, publishedAt } = source;
  return {
    itemId: `item-${finding.findingId}`,
    queryId: query.queryId,
    themeId: query.themeId,
    taxonomyId: query.taxonomyId,
    text,
    status: tier === null || tier === 3 ? 'reported' : 'confirmed',
    locator: finding.locator,
    outlet,
    tier,
    publishedAt,
    citations: [quote.key],
    touchesMechanism: touchesMechanism(text, subject),
    isRetraction: isRetraction(text, finding.title),
    copyOf: null,
  };
}

/** Whether a source takes back or corrects what it said before. */
export function isRetraction(text: string, title: string): boolean {
  return (
    MARKED_TITLE.test(title.trim()) || MARKED_TITLE.test(text.trim()) || PATTERNS.some((pattern) => pattern.test(text))
  );
}

/** Words of a source that an item may be made of. */
interface StatedCandidate {
  readonly text: string;
  readonly quote: Quote;
}

/**
 * The whole sentences that contain the quotes of a finding, best quote first: each alone, or with preceding ones that
 * name its subject, then all of one quote together. Without its stored text a quote is used as it is.
 */
async function candidatesOf({ quotes }: Pick<Finding, 'quotes'>, texts: StoredTexts): Promise<StatedCandidate[]> {
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
function isNameless(text: string): boolean {
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

/** Place of a statement. */
interface StatementPlace {
  /** Address of the page. */
  readonly locator: string;
  readonly title: string;
  readonly headingPath: readonly string[];
}

/** Whether the whole page is commentary, by its address, title or headings. */
export function isCommentary({ locator, title, headingPath }: StatementPlace): boolean {
  return OPINION_PATH.test(locator) || [title, ...headingPath].some((heading) => OPINION_TITLE.test(heading.trim()));
}

/**
 * Why a sentence states no fact that can be checked: an opinion, a forecast, advice, a question, or nothing that
 * happened, was measured or decided; null if it states a fact. When in doubt, it is not a fact.
 */
export function findNoFact(sentence: string): string | null {
  const said = withoutQuotations(sentence).trim();
  if (/\?["'”’)]*$/u.test(sentence.trim())) return 'question';
  if (ADVICE.test(said)) return 'advice';
  if (OPINION.test(said) || ALWAYS.test(said)) return 'opinion';
  if (FORECAST.test(withoutMonths(said)) || (DRIFT.test(said) && !DECIDED.test(said))) return 'forecast';
  const isLong = (said.match(/\p{L}+/gu) ?? []).length >= FEWEST_WORDS;
  return isLong && statesDeed(said) ? null : 'no statement that can be checked';
}

function statesDeed(said: string): boolean {
  const isDated = timesIn(said).length > 0;
  const isMeasured = readFigures(said, 'en').figures.some(
    ({ dimension, things }) => dimension !== null || things.length > 0,
  );
  return isDated || isMeasured || DEED.test(said) || DECIDED.test(said) || eventsIn(said).length > 0;
}

/** "May 2026" and "in May" are no doubt. */
function withoutMonths(text: string): string {
  return text.replace(/(?<=(?:in|of|by|until|since|from|on|early|late|\d)\s)May(?!\p{L})|May(?=\s+\d)/gu, ' ');
}

/** What somebody is quoted with is that person's view; that it was said may be a fact. */
function withoutQuotations(text: string): string {
  return text.replace(/["“„][^"“”„]*["”“]/gu, ' ');
}
