// A sentence that begins like this refers to the one before it.
const OPENS_LEANING =
  /^(?:(?:\(\d+[a-z]?\)\s*)?(?:dies(?:e[rsmn]?)?|jene[rsmn]?|er|sie|es|ihm|ihr|deren|dessen|dabei|dazu|hierbei|hierzu|hiervon|davon|daher|deshalb|dann|dort|solche[rsmn]?|satz \d|das gleiche|entsprechendes|das)\b|(?:this|that|these|those|it|its|they|their|he|she|such|here|there|then|therefore|otherwise|in this case|in that case)\b)/iu;

// "If this is true", "Wenn er fehlt": an earlier sentence names the subject of the clause.
const OPENS_LEANING_CLAUSE =
  /^(?:if|when|while|unless|until|once|because|although|as|by default,?|wenn|falls|sobald|solange|weil|da|ist|sind|hat|wird|kann|is|are)\s+(?:this|that|these|it|they|he|she|dies(?:e[rsmn]?)?|er|sie|es)(?!\p{L})/iu;
// "There is", "Es gibt", "Das Gericht", "Sie können": these words do not refer to an earlier sentence.
const STANDS_ALONE =
  /^(?:there\s+(?:is|are|was|were|must|may|shall)\b|es\s+gibt\b|it\s+(?:is|was|takes)\b[^.;]*\b(?:to|that)\b|es\s+\p{L}+\b[^.;]*(?:,\s*dass\b|\bzu\s+\p{Ll}+en\b)|das\s+(?!ist|sind|war|gilt|wird|kann|darf|muss|hat|heißt|bedeutet|betrifft)\p{L}|sie\s+(?:können|müssen|dürfen|sollten|sollen|haben|finden|erhalten)\b)/iu;
// "Sets the limit", "Defaults to 30": earlier text names the subject.
const WITHOUT_SUBJECT =
  /^(?:defaults?(?:\s+to\b|\s+value\b|:)|type:|required\b|optional\b|(?:sets|specifies|defines|controls|determines|enables|disables|returns|allows|limits|takes|accepts)\b|(?:standardwert|voreinstellung|vorgabe|typ)\b[^.;]{0,3}[:ist]|(?:legt|bestimmt|steuert|aktiviert|deaktiviert|begrenzt|setzt)\b)/iu;

/** Whether a sentence refers to the one before it. */
export function leansOnPredecessor(sentence: string): boolean {
  return OPENS_LEANING.test(sentence);
}

/** Whether a statement does not name its subject: it begins with a pronoun, with a verb or in mid-sentence. */
export function lacksSubject(statement: string): boolean {
  if (STANDS_ALONE.test(statement)) return false;
  return (
    OPENS_LEANING.test(statement) ||
    OPENS_LEANING_CLAUSE.test(statement) ||
    WITHOUT_SUBJECT.test(statement) ||
    /^\p{Ll}+(?!\p{L}|[-_./:(=])/u.test(statement)
  );
}
