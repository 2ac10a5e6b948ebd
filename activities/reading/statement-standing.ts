// "§ 5 gilt entsprechend", "remains unaffected": says where something else is, not what.
const REFERS_ONLY =
  /\b(?:gilt|gelten|ist|sind|finde[nt])\b[^.;]*\b(?:entsprechend(?:e Anwendung)?|sinngemäß|(?:nicht\s+)?anzuwenden|Anwendung|unberührt)\b|\b(?:appl(?:y|ies)\s+(?:accordingly|mutatis\s+mutandis|correspondingly)|remains?\s+unaffected|shall\s+apply\s+accordingly)\b/iu;
const EXCEPTION =
  /^\W*(?:\(\d+[a-z]?\)\s*)?(?:(?:dies|das|satz\s+\d+|absatz\s+\d+|the\s+first\s+sentence|this|paragraph\s+\d+)\s+(?:gilt\s+nicht|(?:does|shall)\s+not\s+apply)|ausgenommen|mit\s+ausnahme|except)|\babweichend\s+von|\b(?:notwithstanding|by\s+way\s+of\s+derogation)\b/iu;
const DEFINITION =
  /\bim\s+sinne\s+(?:dieses|dieser|des|der)\b[^.;]*\b(?:ist|sind|gelten|bedeutet)\b|\b(?:ist|sind)\b[^.;]*\bim\s+sinne\s+(?:dieses|dieser)\b|\bfor\s+the\s+purposes?\s+of\s+this\b[^.;]*\bmeans?\b/iu;
// "`name` …": the entry of a parameter list.
const DEFINED_NAME = /^(?:\*\*|__)?`[^`]+`/;
// A noun that the statement excludes: "wenn dieser kein Käufer ist", "an denen ein Käufer nicht beteiligt ist".
const EXCLUDED_NOUN =
  /(?<!\p{L})(?:keine?[mnrs]?|nicht)\s+\p{Lu}\p{L}+|(?<!\p{L})\p{Lu}\p{L}+\s+nicht\s+(?:\p{L}+\s+)?(?:ist|sind|war|waren)(?!\p{L})/gu;

const REFERENCE_SHARE = 0.6;
const EXCEPTION_SHARE = 0.85;
const DEFINITION_SHARE = 0.85;

/**
 * What a statement is worth by its kind, 0..1: a rule is worth more than a mere reference, an exception or a definition,
 * unless the question asks for those.
 */
export function standingOf(statement: string): number {
  if (REFERS_ONLY.test(statement)) return REFERENCE_SHARE;
  if (EXCEPTION.test(statement)) return EXCEPTION_SHARE;
  return DEFINITION.test(statement) ? DEFINITION_SHARE : 1;
}

/** Whether a statement says what a word means within its document. */
export function isDefinition(statement: string): boolean {
  return DEFINITION.test(statement) || DEFINED_NAME.test(statement);
}

/** The statement without the nouns that it excludes, so that they do not count as what it is about. */
export function withoutExcludedNouns(statement: string, language: string): string {
  return language === 'de' ? statement.replace(EXCLUDED_NOUN, ' ') : statement;
}
