/**
 * The words of each side, English and German. `*` stands for letters that may follow, `…` for words in between, as in
 * German verbs in two parts.
 */
const WORDS: Readonly<Record<EventConcept, readonly [positive: string, negative: string]>> = {
  approval: [
    'approve|approves|approved|approving|clears|cleared|green light|greenlit|backs|backed|adopts|adopted|ratif*|endorse*|authori?ed|licensed|granted|in favour of|passes … bill|passed … bill|passes … law|passed … law|passes … reform|passed … reform|passes … budget|passed … budget|passes … resolution|passed … resolution|wins approval|won approval|received approval|genehmigt*|billigt*|stimmt … zu|stimmte … zu|stimmten … zu|zugestimmt|verabschiedet*|zugelassen|freigegeben|bewilligt*|erhielt … genehmigung|erhielt … zulassung|erteilt* … genehmigung|erteilt* … zulassung',
    'reject|rejects|rejected|votes down|voted down|strikes down|struck down|quash*|turns down|turned down|blocks|blocked|veto*|denies|denied|revok*|rescind*|withdrew … approval|withdraws … approval|overturn*|annul*|oppose|opposes|opposed|refuses|refused|bans|banned|lehnt … ab|lehnte … ab|lehnten … ab|lehnen … ab|abgelehnt|untersagt*|widerruft|widerrief|widerrufen|verweigert*|blockiert*|kippt*|gekippt|verbot|verboten|verbietet|entzog|entzieht|entzogen',
  ],
  operation: [
    'start|starts|started|begin|begins|began|begun|launch|launches|launched|open|opens|opened|reopen*|resum*|restart*|go into operation|goes into operation|went into operation|go online|goes online|went online|lifted off|lifts off|go on strike|went on strike|fly|flies|in betrieb|startet*|starten|begann|begonnen|beginnt|eröffnet*|nimmt … auf|nahm … auf|nehmen … auf|nahmen … auf|aufgenommen|setzt … fort|setzte … fort|fortgesetzt|fortgeführt|wiederaufgenommen',
    'stop|stops|stopped|halt|halts|halted|suspend|suspends|suspended|ceas*|close|closes|closed|shut|shuts|cancel*|scrap|scraps|scrapped|abandon*|terminat*|end|ends|ended|is over|are over|called off|calls off|stellt … ein|stellte … ein|stellen … ein|stellten … ein|eingestellt|setzt … aus|setzte … aus|setzen … aus|setzten … aus|ausgesetzt|stoppt*|gestoppt|schließt|schloss|geschlossen|bricht … ab|brach … ab|abgebrochen|sagt … ab|sagte … ab|abgesagt|legt … still|legte … still|stillgelegt|beendet*',
  ],
  contract: [
    'sign|signs|signed|agrees|agreed|concluded|unterzeichnet*|unterschrieb|unterschreibt|unterschrieben|vereinbart*|einigt* … sich|einigten … sich',
    'cancel*|terminat*|withdrew from|withdraws from|pulled out of|pulls out of|backed out of|walked away from|kündigt … vertrag|kündigte … vertrag|gekündigt|zog … zurück|zieht … zurück|zurückgezogen',
  ],
  construction: [
    'build|builds|built|construct*|erect*|invest|invests|invested|putting|baut|bauen|baute|gebaut|errichte*|investier*',
    'scrap|scraps|scrapped|abandon*|cancel*|shelve*|dropped … plan|drops … plan|verwirft|verwarf|verworfen|gibt … auf|gab … auf|aufgegeben|storniert*',
  ],
  amount: [
    'raise|raises|raised|increas*|lifts|lifted|hike*|rise|rises|rose|risen|grow|grows|grew|climb*|jump*|gains|gained|adds … jobs|added … jobs|erhöht*|hebt … an|hob … an|angehoben|steigt|stieg|stiegen|gestiegen|wuchs|wächst|gewachsen|kletter*|schafft … stellen|schuf … stellen',
    'cut|cuts|lower|lowers|lowered|reduc*|decreas*|fall|falls|fell|fallen|drops|dropped|declin*|slump*|shrank|sheds|eliminat*|slash*|senkt*|gesenkt|sank|sanken|sinkt|gesunken|fiel|fielen|fällt|gefallen|kürzt*|gekürzt|streicht … stellen|strich … stellen|gestrichen|baut … ab|baute … ab|abgebaut|verringert*',
  ],
  restriction: [
    'impos*|introduc*|levied|subject to|verhängt*|führt … ein|führte … ein|eingeführt|gelten|erhebt',
    'abandon*|shelve*|drops|dropped|lift|lifts … tariffs|lifted … tariffs|lifts … ban|lifted … ban|lifts … sanctions|lifted … sanctions|lifts … restrictions|lifted … restrictions|lifts … embargo|lifted … embargo|abolish*|repeal*|scraps|scrapped|removed … tariffs|hebt … auf|hob … auf|heben … auf|hoben … auf|aufgehoben|abgeschafft|schafft … ab|schaffte … ab',
  ],
  extension: [
    'extend*|prolong*|renew|renews|renewed|verlänger*',
    'expires|expired|lapsed|let … lapse|läuft … aus|lief … aus|ausgelaufen',
  ],
  office: [
    'appoint*|names|named|elects|elected|hires|hired|ernennt|ernannt*|berief|beruft|berufen|gewählt|wählt*',
    'dismiss*|fires|fired|sack*|oust*|resign*|steps down|stepped down|entlässt|entließ|entlassen|abberufen|tritt … zurück|trat … zurück|zurückgetreten',
  ],
  schedule: [
    'on schedule|as planned|as scheduled|brought forward|brings forward|planmäßig|wie geplant|termingerecht|vorgezogen|zieht … vor',
    'delay|delays|delayed|postpon*|pushed back|pushes back|put off|puts off|defers|deferred|verschiebt|verschob|verschoben|verzögert*|vertagt*|später als geplant',
  ],
  contest: [
    'win|wins|won|gewann|gewinnt|gewonnen|siegt*',
    'lose|loses|lost|verlor|verliert|verloren|unterlag|unterliegt',
  ],
  confirmation: [
    'confirm*|upholds|upheld|bestätigt*',
    'denies|denied|dementiert*|bestreitet|bestritt|bestritten|strikes down|struck down|overturn*|quash*|hebt … auf|hob … auf|aufgehoben',
  ],
  ownership: [
    'buy|buys|bought|acquir*|takes over|took over|kauft*|gekauft|übernimmt|übernahm|übernommen|erwarb|erwirbt|erworben',
    'sell|sells|sold|divest*|verkauft*|veräußert*',
  ],
};

const GAP = String.raw`(?:(?![.;:!?]\s)[^\n]){1,90}?\s`;

/** Patterns of the two sides of each concept. */
const EVENT_PATTERNS: readonly (readonly [EventConcept, positive: RegExp, negative: RegExp])[] = (
  Object.keys(WORDS) as EventConcept[]
).map((concept) => [concept, toPattern(WORDS[concept][0]), toPattern(WORDS[concept][1])]);

/** Something that a sentence says has happened or will. */
export interface StatedEvent {
  readonly concept: EventConcept;
  /** Which of the two opposites, after negations. */
  readonly isPositive: boolean;
  /** As written. */
  readonly words: string;
  readonly start: number;
  readonly end: number;
}

const DENIED_BEFORE =
  /(?:(?<!\p{L})(?:not(?!\s+only)|never|no longer|(?:refus|declin|fail)\p{L}*\s+to|nicht(?!\s+nur)|nie|niemals|keine?[mnrs]?|weder)|n['’]t)\s+(?:\p{L}+\s+){0,2}$/iu;
/** A German finite verb stands before its negation. */
const DENIED_BEHIND = /^[^.,;:!?]*(?<!\p{L})nicht(?!\p{L}|\s+nur)/iu;
/** "Scrapped its plan to build": what governs the infinitive decides. */
const INFINITIVE = /(?<!\p{L})to\s+$/iu;
const GOVERNED_WITHIN = 40;

/** The events of a sentence; a concept of which it states both sides is left out, because one cannot tell which holds. */
export function eventsIn(text: string): StatedEvent[] {
  const all = EVENT_PATTERNS.flatMap(([concept, positive, negative]) => [
    ...matchesOf(text, concept, positive, true),
    ...matchesOf(text, concept, negative, false),
  ]);
  const stated = all
    .filter((event) => !all.some((longer) => longer.start === event.start && longer.end > event.end))
    .map((event) => (isGoverned(text, event, all) ? { ...event, isPositive: false } : event));
  return EVENT_PATTERNS.flatMap(([concept]) => {
    const found = stated.filter((event) => event.concept === concept);
    const sides = new Set(found.map(({ isPositive }) => isPositive));
    const [first] = found.toSorted((a, b) => a.start - b.start);
    return sides.size === 1 && first !== undefined ? [first] : [];
  });
}

/** Where words of events stand, of either side. */
export function eventSpansIn(text: string): { readonly start: number; readonly end: number }[] {
  return EVENT_PATTERNS.flatMap(([, positive, negative]) =>
    [...text.matchAll(positive), ...text.matchAll(negative)].flatMap(({ 0: words, index }) => endsOf(words, index)),
  );
}

function matchesOf(text: string, concept: EventConcept, pattern: RegExp, isPositive: boolean): StatedEvent[] {
  return [...text.matchAll(pattern)].map(({ 0: words, index }) => {
    const end = index + words.length;
    const isDenied = DENIED_BEFORE.test(text.slice(0, index)) || DENIED_BEHIND.test(text.slice(index, end + 90));
    return { concept, isPositive: isPositive !== isDenied, words, start: index, end };
  });
}

function isGoverned(text: string, { start }: StatedEvent, all: readonly StatedEvent[]): boolean {
  if (!INFINITIVE.test(text.slice(0, start))) return false;
  return all.some((other) => !other.isPositive && other.end < start && start - other.end <= GOVERNED_WITHIN);
}

const PARTICLE = /(?<=\s)(?:ab|an|auf|aus|ein|fort|still|vor|zu|zurück|sich)$/iu;

/** The verb and its particle: between and behind them stands what it is about. */
function endsOf(words: string, index: number): { readonly start: number; readonly end: number }[] {
  const first = /^\S+/u.exec(words)?.[0] ?? '';
  const particle = PARTICLE.exec(words);
  const verb = { start: index, end: index + first.length };
  return particle === null ? [verb] : [verb, { start: index + particle.index, end: index + words.length }];
}

/** What happened, as pairs of opposites. */
type EventConcept =
  | 'approval'
  | 'operation'
  | 'contract'
  | 'construction'
  | 'amount'
  | 'restriction'
  | 'extension'
  | 'office'
  | 'schedule'
  | 'contest'
  | 'confirmation'
  | 'ownership';

function toPattern(words: string): RegExp {
  const alternatives = words
    .split('|')
    .map((word) =>
      word
        .replaceAll('?', '[sz]')
        .replaceAll('*', String.raw`\p{L}*`)
        .replaceAll(' … ', String.raw`\s${GAP}?`),
    )
    .map((word) => word.replaceAll(' ', String.raw`\s+`));
  return new RegExp(String.raw`(?<![\p{L}-])(?:${alternatives.join('|')})(?![\p{L}-])`, 'giu');
}
