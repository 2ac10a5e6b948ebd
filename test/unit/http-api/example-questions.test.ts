import { describe, expect, it } from 'vitest';
import { exampleQuestions } from '../../../client/service/served-sources.ts';

const document = (title: string, headings: readonly string[] = [], language = 'en') => ({ title, headings, language });

describe('example questions', () => {
  it('are headings that are questions, then questions for headings that are terms', () => {
    const questions = exampleQuestions([
      document('How the harbour was built', ['Tide gauge']),
      document('Lamp oil'),
      document('Rules for keepers', ['Who trims the wick?']),
    ]);

    expect(questions).toEqual(['Who trims the wick?', 'What does “How the harbour was built” say about “Tide gauge”?']);
  });

  it('are of different documents as long as there are others', () => {
    const questions = exampleQuestions([
      document('Lamp', ['Who trims the wick?', 'Who fills the lamp?', 'Who pays the keeper?']),
      document('Signals', ['Flags']),
    ]);

    expect(questions).toEqual(['Who trims the wick?', 'What does “Signals” say about “Flags”?', 'Who fills the lamp?']);
  });

  it('are in the language of the document, or as they stand there', () => {
    const questions = exampleQuestions([
      document('Vertrag', ['Kündigungsfrist'], 'de'),
      document('Regeln', ['Nebelhorn'], 'de'),
      document('Feu du port', ['Qui allume la lampe ?', 'Où est le phare?'], 'fr'),
    ]);

    expect(questions).toEqual([
      'Où est le phare?',
      'Was steht in „Vertrag“ über „Kündigungsfrist“?',
      'Was steht in „Regeln“ über „Nebelhorn“?',
    ]);
  });

  it.each(['Introduction', 'new Lamp(url[, options])', 'Writing tests', '2.3 Oil', 'lamp.md', 'How to begin'])(
    'are not made of %j',
    (heading) => {
      expect(exampleQuestions([document(heading, [heading])])).toEqual([]);
    },
  );

  it('name titles and terms without their kinds, and ask for no heading that is the title', () => {
    const keeper = document('Class: LampKeeper', ['Class: LampKeeper', 'Parameter: KeeperOptions']);

    expect(exampleQuestions([keeper])).toEqual(['What does “LampKeeper” say about “KeeperOptions”?']);
  });
});
