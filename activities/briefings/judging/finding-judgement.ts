import type { JudgeFindingsInput } from '../../../workflows/contracts/briefings/briefing-activities.ts';
import type { BriefingItem, LiveQuery } from '../../../workflows/contracts/briefings/briefing-items.ts';
import type { Theme } from '../../../workflows/contracts/briefings/briefing-state.ts';
import type { Finding, Quote } from '../../../workflows/contracts/evidence/evidence.ts';
import { isUntrusted } from '../../../workflows/domain/untrusted-findings.ts';
import type { StoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { detectLanguage } from '../../language/text/language.ts';
import { readableText } from '../../language/text/readable-text.ts';
import { splitSentences } from '../../language/text/sentences.ts';
import { lacksSubject } from '../../offline-engine/passages/passage-entries.ts';
import { eventsIn } from '../../verification/statements/events.ts';
import { readFigures, timesIn } from '../../verification/statements/figures-and-times.ts';
import { concerns, type Subject, subjectOf, touchesMechanism } from './theme-words.ts';

const words = (alternatives: string): RegExp => new RegExp(`(?<![\\p{L}])(?:${alternatives})(?![\\p{L}])`, 'iu');

const OPINION_PATH =
  /\/(?:opinions?|comment(?:ary|isfree)?|columns?|columnists?|editorials?|op-?eds?|blogs?|letters|meinung(?:en)?|kommentare?|leitartikel|kolumnen?|gastbeitr(?:ag|aege))(?:[/.?-]|$)/iu;
const OPINION_TITLE =
  /^(?:opinion|commentary|comment|editorial|op-?ed|column|guest essay|letters?|meinung|kommentar|leitartikel|kolumne|gastbeitrag|glosse)(?:$|\s*[:|–—-])|[|–—]\s*(?:opinion|commentary|editorial|meinung|kommentar|kolumne)\s*$/iu;

const OPINION = words(
  String.raw`i|we (?:think|believe|feel|hope)|my|our view|in (?:my|our) (?:view|opinion)|arguabl[ey]|argues?|believes?|thinks?|hopes?|critics say|should(?:n['’]t)?|ought to|would be|unfortunately|regrettabl[ey]|fortunately|thankfully|hopefully|mistakes?|disaster|disastrous|disgrace|shameful|scandal(?:ous)?|outrageous|unacceptable|foolish|unwise|brilliant|wonderful|terrible|worst|nobody (?:can explain|doubts)|no doubt|seems?|seemed|appears? to|(?:good|bad) news|high time|ich|wir (?:glauben|denken|meinen|hoffen)|meiner (?:meinung|ansicht) nach|unserer (?:meinung|ansicht) nach|sollten?|müssten?|wäre|leider|hoffentlich|zum glück|erfreulicherweise|bedauerlicherweise|skandal(?:ös)?|schande|unsinn|katastrophal|inakzeptabel|schlimmste[nrs]?|hofft|hoffen|glaubt|zweifellos|gespannt|höchste zeit|scheint|scheinen|findet, dass|kritiker sagen`,
);
/** A view that is reported is checkable as a view only. */
const FORECAST = words(
  String.raw`may|might|could|likely|unlikely|expect(?:s|ed)?|anticipates?|predicts?|forecasts (?:that|a|an|growth|demand)|warns? (?:that|of)|analysts say|is set to|are set to|perhaps|probably|possibly|könnten?|dürften?|voraussichtlich|vermutlich|wahrscheinlich|möglicherweise|womöglich|vielleicht|rechnet|rechnen mit|erwarte[nt]|prognostiziert|warnt|droht|drohen`,
);
/** What only a forecast says of the future; what somebody decided is said with a deed. */
const DRIFT = words(
  String.raw`(?:will|wird|werden)\s(?:[^.;]{0,60}\s)?(?:rise|fall|grow|increase|decline|improve|worsen|remain|continue|reach|exceed|double|steigen|sinken|wachsen|fallen|zunehmen|abnehmen|bleiben|erreichen)`,
);
const ADVICE = words(
  String.raw`subscribe|sign up|read (?:more|here|also)|click|follow us|how to|you|your|here (?:are|is)|things to know|questions and answers|abonnieren|lesen sie|jetzt anmelden|melden sie sich|klicken|folgen sie|fragen und antworten|ihre?[nmrs]?(?=\s+(?:vertrag|daten))`,
);
const DECIDED = words(
  String.raw`announce[ds]?|decided|decides|agreed|ordered|ruled|rules that|plans to|said it will|according to|kündigte|angekündigt|kündigt|beschloss|beschlossen|beschließt|beschlossene?|entschied|entschieden|urteilte|plant`,
);
/** Past and perfect; forms of "say" alone report words and no deed. */
const DEED = words(
  String.raw`(?!need|indeed|speed|feed|seed|exceed|proceed|embed|said)\p{L}{2,}ed|began|rose|fell|won|lost|sold|bought|built|went|took|made|gave|sent|left|paid|met|held|shut|set|struck|grew|became|found|saw|led|sank|broke|came|withdrew|wrote|spent|kept|put|brought|caught|fled|hit|ge\p{L}{2,}(?:t|en)|(?:hat|haben|hatte|hatten|wurden?|ist|sind|war|waren)\s(?:[^.;]{0,120}\s)?(?:\p{L}{0,8}ge\p{L}{2,}(?:t|en)|(?:be|ver|er|ent|zer|wider|unter|über)\p{L}{2,}(?:t|en)|\p{L}{3,}iert)|(?:be|ver|er|ent|zer)\p{L}{2,}ten?|\p{L}{3,}ierten?|stieg|sank|fiel|fielen|sanken|stiegen|begann|schloss|gab|gaben|nahm|nahmen|legte|erhielt|erhielten|lag|ging|gingen|kam|kamen|verlor|gewann|hob|trat|zog|zogen|verbot|verschob|wies|brach|rief|schrieb|fand|traf|trafen|brachte|teilte`,
);
const ALWAYS = /(?<!\p{L})(?:key to|schlüssel z|question of|matter of|frage de[rs])/iu;
const FEWEST_WORDS = 4;

/** "This week the regulator …" names its subject. */
const OPENS_WITH_TIME = /^(?:this|that|diese[rsn]?)\s+(?:week|month|year|morning|woche|monat|jahr)/iu;

const OWN = String.raw`(?:its|his|her|their|our|the|an?|earlier|previous|this|own|our)\s+(?:\p{L}+\s+){0,3}`;
const SAID = String.raw`(?:statements?|reports?|claims?|articles?|stor(?:y|ies)|figures?|announcements?|versions?|accounts?|data|dispatch|post)`;
const SAID_IN_GERMAN = String.raw`(?:aussagen?|berichte?|meldung(?:en)?|mitteilung(?:en)?|angaben?|artikel|zahlen?|darstellung(?:en)?|behauptung(?:en)?)`;

const PATTERNS: readonly RegExp[] = [
  String.raw`(?:correct|retract|withdr[ae]w|disavow|walk)\p{L}*\s+(?:back\s+)?(?:${OWN})?${SAID}`,
  String.raw`(?:statements?|reports?|claims?|articles?|stor(?:y|ies)|figures?)\s+(?:\p{L}+\s+){0,3}(?:has|have|was|were|is|are)\s+(?:been\s+)?(?:corrected|retracted|withdrawn)`,
  String.raw`an?\s+earlier\s+version\s+of\s+this`,
  String.raw`(?:korrigier\p{L}*|berichtig\p{L}*|widerr[ui]e?f\p{L}*)\s+(?:\p{L}+\s+){0,4}${SAID_IN_GERMAN}`,
  String.raw`${SAID_IN_GERMAN}\s+(?:[^.;]{0,60}\s)?(?:korrigiert|berichtigt|widerrufen|zurückgezogen|zurückgenommen)`,
  String.raw`(?:zieht|zog|zogen|nimmt|nahm)\s+(?:[^.;]{0,40}\s)?${SAID_IN_GERMAN}\s+(?:[^.;]{0,60}\s)?zurück`,
  String.raw`in\s+einer\s+früheren\s+(?:version|fassung)`,
].map((pattern) => new RegExp(`(?<!\\p{L})${pattern}(?!\\p{L})`, 'iu'));
const MARKED_TITLE = /^(?:correction|clarification|retraction|korrektur|berichtigung|richtigstellung)(?:$|[\s:|–—-])/iu;

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
  if (tier === 3) return reject('tier 3');
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
    status: tier === null ? 'reported' : 'confirmed',
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
