/** What answers say beside their content, in the language of the message. */
export interface ResultPhrases {
  readonly clarify: (conflicts: readonly string[]) => string;
  readonly ungrounded: string;
  readonly handedOver: (researchId: string) => string;
  readonly fallback: (vertical: string) => string;
}

const ENGLISH: ResultPhrases = {
  clarify: (conflicts) => `To give you a better answer, could you clarify: ${conflicts.join(' ')}`,
  ungrounded: 'This answer rests on no source.',
  handedOver: (researchId) => `This question is being researched as ${researchId}.`,
  fallback: (vertical) => `Little was found in the catalogue (${vertical}); an overview of the other sources follows.`,
};

const GERMAN: ResultPhrases = {
  clarify: (conflicts) => `Für eine bessere Antwort: Könntest du klären: ${conflicts.join(' ')}`,
  ungrounded: 'Diese Antwort beruht auf keiner Quelle.',
  handedOver: (researchId) => `Diese Frage wird als ${researchId} recherchiert.`,
  fallback: (vertical) => `Im Katalog (${vertical}) wurde wenig gefunden; ein Überblick aus den anderen Quellen folgt.`,
};

export function resultPhrasesFor(language: string): ResultPhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}
