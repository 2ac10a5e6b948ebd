import { describe, expect, it } from 'vitest';
import { exampleQuestions } from '../../../client/service/served-sources.ts';

const document = (title: string, headings: readonly string[] = [], language = 'en') => ({ title, headings, language });

describe('example questions', () => {
  it('are headings that are questions, then titles that are terms, then headings that are terms', () => {
    const questions = exampleQuestions([
      document('How the harbour of the old town was built', ['Tide gauge']),
      document('Lamp oil'),
      document('Rules for keepers', ['Who trims the wick?']),
    ]);

    expect(questions).toEqual(['Who trims the wick?', 'What is Lamp oil?', 'How does Tide gauge work?']);
  });

  it('are of different documents as long as there are others', () => {
    const questions = exampleQuestions([
      document('Lamp', ['Who trims the wick?', 'Who fills the lamp?', 'Who pays the keeper?']),
      document('Signals'),
    ]);

    expect(questions).toEqual(['Who trims the wick?', 'What are Signals?', 'Who fills the lamp?']);
  });

  it('are in the language of the document, or as they stand there', () => {
    const questions = exampleQuestions([
      document('Kündigungsfrist', [], 'de'),
      document('Regeln für den Betrieb der alten Anlage', ['Nebelhorn'], 'de'),
      document('Feu du port', ['Qui allume la lampe ?', 'Où est le phare?'], 'fr'),
    ]);

    expect(questions).toEqual([
      'Où est le phare?',
      'Worum geht es bei „Kündigungsfrist“?',
      'Was steht unter „Nebelhorn“?',
    ]);
  });

  it.each(['Introduction', 'new Lamp(url[, options])', 'Writing tests', '2.3 Oil', 'lamp.md', 'How to begin'])(
    'are not made of %j',
    (heading) => {
      expect(exampleQuestions([document(heading, [heading])])).toEqual([]);
    },
  );

  it('name the term of a title with its kind', () => {
    expect(exampleQuestions([document('Class: LampKeeper')])).toEqual(['What is LampKeeper?']);
  });
});
