/** What happened, as pairs of opposites. */
export type EventConcept =
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

/** Patterns of the two sides of each concept. */
export const EVENT_PATTERNS: readonly (readonly [EventConcept, positive: RegExp, negative: RegExp])[] = (
  Object.keys(WORDS) as EventConcept[]
).map((concept) => [concept, toPattern(WORDS[concept][0]), toPattern(WORDS[concept][1])]);
