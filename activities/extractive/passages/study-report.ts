/**
 * What reports of studies have in common, abstracts above all: they lead from what was unknown and what was done to what was
 * found. German and English; it says something of the form only, never of a subject.
 */
const REPORTS: readonly RegExp[] = [
  /\b(?:we|our\s+(?:results?|data|findings|study|analys[ei]s|work))\s+(?:\w+\s+){0,2}?(?:show|find|found|demonstrate|report|conclude|identif|observe|suggest|reveal|establish|indicate|provide)/iu,
  /\b(?:results?|data|findings|stud(?:y|ies)|analys[ei]s|experiments?|trials?|evidence)\s+(?:\w+\s+){0,3}?(?:suggest|show|indicat|demonstrat|reveal|support|confirm|identif|establish)/iu,
  /\b(?:in\s+this\s+(?:study|paper|review|work)|(?:the\s+present|this)\s+study|here,?\s+we|conclusions?)\b|\bp\s*[<=]\s*0?\.\d|\b95\s*%\s*(?:CI|confidence)/iu,
  /\b(?:wir|unsere\s+(?:ergebnisse|daten))\s+(?:\p{L}+\s+){0,2}?(?:zeigen|fanden|belegen|schließen)|\b(?:ergebnisse|daten|studien?|befunde)\s+(?:\p{L}+\s+){0,3}?(?:zeig|beleg|legen\s+nahe)|\bin\s+dieser\s+(?:studie|arbeit|untersuchung)\b/iu,
];
const LABELS =
  'background|objective|aim|purpose|context|introduction|rationale|design|setting|method|participants|patients|intervention|main outcome|hintergrund|ziel|zielsetzung|einleitung|fragestellung|methodik|methode';
/** Labels of structured abstracts stand before the sentence, often without a space behind them: "ObjectiveTo find". */
const LABEL_OF_AIM = new RegExp(
  `^\\W*(?:${LABELS.split('|')
    .flatMap((label) => [label.charAt(0).toUpperCase() + label.slice(1), label.toUpperCase()])
    .join('|')})[snSN]?(?!\\p{Ll})`,
  'u',
);
const STATES_AIM =
  /\b(?:aims?|aimed|objectives?|purpose|to\s+(?:determine|investigate|evaluate|assess|examine|test|explore|study|compare|estimate|analy[sz]e)|we\s+(?:\w+\s+)?(?:investigated?|examined?|tested|assess(?:ed)?|evaluated?|stud(?:y|ied)|sought|hypothesi[sz]ed|asked|aimed|used|performed|analy[sz]ed|measured|compared?)|wurden?\s+(?:untersucht|geprüft|verglichen|gemessen)|wir\s+(?:untersuchten|prüften|verglichen|analysierten))\b/iu;
const STATES_IGNORANCE =
  /\b(?:remains?\s+(?:un\w+|poorly|to\s+be|elusive|controversial)|(?:is|are|was|were)\s+(?:largely\s+|still\s+)?(?:un(?:known|clear)|controversial|poorly\s+understood|not\s+(?:well\s+|fully\s+)?(?:known|understood|clear))|(?:ist|sind)\s+(?:bisher\s+|noch\s+)?(?:unbekannt|unklar|umstritten))\b/iu;

const CUES = [...REPORTS, STATES_AIM, STATES_IGNORANCE].map((pattern) => new RegExp(pattern, 'giu'));

/** What aims, methods and open questions are worth beside what was found. */
const AIM_SHARE = 0.65;
/** What the beginning of a report is worth: the introduction says what others found. */
const OPENING_SHARE = 0.6;
/** From this share of the text on a report tells its findings. */
const FINDINGS_FROM = 0.5;

/** A text that only mentions a study has one. */
const FEWEST_CUES = 2;

/** Says what a statement is worth by its role in a text, 0..1, from its place (in characters, where it is known). */
export type RoleShare = (statement: string, start?: number) => number;

/** In the report of a study findings count more than aims, methods and what was unknown; in other texts all count alike. */
export function createRoleShare(text: string): RoleShare {
  if (cuesIn(text) < FEWEST_CUES) return () => 1;
  return (statement, start) => {
    const progress = start === undefined ? 1 : Math.min(1, start / (FINDINGS_FROM * text.length));
    const isAim = LABEL_OF_AIM.test(statement) || STATES_AIM.test(statement) || STATES_IGNORANCE.test(statement);
    return (OPENING_SHARE + (1 - OPENING_SHARE) * progress) * (isAim ? AIM_SHARE : 1);
  };
}

function cuesIn(text: string): number {
  return CUES.reduce((sum, cue) => sum + (text.match(cue)?.length ?? 0), 0);
}
