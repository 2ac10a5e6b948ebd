/** What answers say beside their content, in the language of the message. */
export interface AnswerPhrases {
  readonly clarify: (conflicts: readonly string[]) => string;
  readonly ungrounded: string;
  readonly handedOver: (researchId: string) => string;
  readonly fallback: (vertical: string) => string;
  readonly limitReached: (name: string, limit: string) => string;
  readonly offline: string;
}

const ENGLISH: AnswerPhrases = {
  clarify: (conflicts) => `To give you a better answer, could you clarify: ${conflicts.join(' ')}`,
  ungrounded: 'This answer rests on no source.',
  handedOver: (researchId) => `This question is being researched as ${researchId}.`,
  fallback: (vertical) => `Little was found in the catalogue (${vertical}); an overview of the other sources follows.`,
  limitReached: (name, limit) => `The limit of ${limit} ${name} is reached; the rules answered.`,
  offline: 'No model is configured: the answer quotes the sources.',
};

const GERMAN: AnswerPhrases = {
  clarify: (conflicts) => `Für eine bessere Antwort: Könntest du klären: ${conflicts.join(' ')}`,
  ungrounded: 'Diese Antwort beruht auf keiner Quelle.',
  handedOver: (researchId) => `Diese Frage wird als ${researchId} recherchiert.`,
  fallback: (vertical) => `Im Katalog (${vertical}) wurde wenig gefunden; ein Überblick aus den anderen Quellen folgt.`,
  limitReached: (name, limit) => `Die Grenze von ${limit} ${name} ist erreicht; geantwortet haben die Regeln.`,
  offline: 'Kein Modell ist eingerichtet: Die Antwort zitiert die Quellen.',
};

export function answerPhrasesFor(language: string): AnswerPhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}
