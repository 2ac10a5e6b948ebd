/**
 * Phrases common in reports of studies, above all in abstracts, which lead from open questions and methods to findings.
 * German and English; they show only the form, never a subject.
 */
const REPORTS: readonly RegExp[] = [
  /\b(?:we|our\s+(?:results?|data|findings|study|analys[ei]s|work))\s+(?:\w+\s+){0,2}?(?:show|find|found|demonstrate|report|conclude|identif|observe|suggest|reveal|establish|indicate|provide)/iu,
  /\b(?:results?|data|findings|stud(?:y|ies)|analys[ei]s|experiments?|trials?|evidence)\s+(?:\w+\s+){0,3}?(?:suggest|show|indicat|demonstrat|reveal|support|confirm|identif|establish)/iu,
  /\b(?:in\s+this\s+(?:study|paper|review|work)|(?:the\s+present|this)\s+study|here,?\s+we|conclusions?)\b|\bp\s*[<=]\s*0?\.\d|\b95\s*%\s*(?:CI|confidence)/iu,
  /\b(?:wir|unsere\s+(?:ergebnisse|daten))\s+(?:\p{L}+\s+){0,2}?(?:zeigen|fanden|belegen|schließen)|\b(?:ergebnisse|daten|studien?|befunde)\s+(?:\p{L}+\s+){0,3}?(?:zeig|beleg|legen\s+nahe)|\bin\s+dieser\s+(?:studie|arbeit|untersuchung)\b/iu,
];
const LABELS =
  'background|objective|aim|purpose|context|introduction|rationale|design|setting|method|participants|patients|intervention|main outcome|hintergrund|ziel|zielsetzung|einleitung|fragestellung|methodik|methode';
/** Labels of structured abstracts precede the sentence, often without a space: "ObjectiveTo find". */
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

/** Factor for aims, methods and open questions, compared with findings. */
const AIM_SHARE = 0.65;
/** Factor for the beginning of a report: the introduction reports what others found. */
const OPENING_SHARE = 0.6;
/** From this share of the text on, a report states its findings. */
const FINDINGS_FROM = 0.5;

/** Fewest phrases of a report: a text that only mentions a study has one. */
const FEWEST_CUES = 2;

/** The factor for a statement's role in a text, 0..1. @param start position in the text, in characters, if known */
export type RoleShare = (statement: string, start?: number) => number;

/** In reports of studies, findings count more than aims, methods and open questions; in other texts all count alike. */
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
