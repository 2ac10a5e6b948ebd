import { eventsIn } from './events.ts';
import { readFigures } from './stated-figures.ts';
import { timesIn } from './stated-times.ts';

/** Where a statement stands. */
export interface StatementPlace {
  /** Address of the page. */
  readonly locator: string;
  readonly title: string;
  readonly headingPath: readonly string[];
}

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

/** Whether the whole page is commentary, by its address, title or headings. */
export function isCommentary({ locator, title, headingPath }: StatementPlace): boolean {
  return OPINION_PATH.test(locator) || [title, ...headingPath].some((heading) => OPINION_TITLE.test(heading.trim()));
}

/**
 * Why a sentence states no fact that can be checked: an opinion, a forecast, advice, a question, or nothing that happened,
 * was measured or decided; null where it states one. In doubt it is none.
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
