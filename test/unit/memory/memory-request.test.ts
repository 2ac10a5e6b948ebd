import { describe, expect, it } from 'vitest';
import { memoryRequestOf } from '../../../workflows/domain/answers/memory-request.ts';

describe('reading a request to the memory', () => {
  it.each([
    ['Remember that my budget is 200 euros', 'remember', 'My budget is 200 euros'],
    ['Please remember: my budget is 200.50 euros.', 'remember', 'My budget is 200.50 euros.'],
    ['please remember my sister lives in Hamburg', 'remember', 'My sister lives in Hamburg'],
    ["Don't forget that I am a vegetarian. I also avoid nuts.", 'remember', 'I am a vegetarian. I also avoid nuts.'],
    ['Merke dir, dass mein Budget 200 Euro beträgt', 'remember', 'Mein Budget beträgt 200 Euro'],
    ['Merk dir: Mein Budget ist 200 Euro', 'remember', 'Mein Budget ist 200 Euro'],
    ['Bitte merke dir: ich wohne in Hamburg', 'remember', 'Ich wohne in Hamburg'],
    ['Correction: my budget is 300 euros', 'correct', 'My budget is 300 euros'],
    ['Korrektur: Mein Budget ist 300 Euro', 'correct', 'Mein Budget ist 300 Euro'],
    ['Forget that my budget is 200 euros', 'forget', 'My budget is 200 euros'],
    ['Vergiss, dass ich in Hamburg wohne', 'forget', 'Ich wohne in Hamburg'],
  ])('finds it in "%s"', (message, kind, text) => {
    expect(memoryRequestOf(message)).toEqual({ kind, text, isWhole: true });
  });

  it('leaves a question behind it to the answer', () => {
    expect(memoryRequestOf('Remember that my budget is 200 euros. Which hotels fit?')).toEqual({
      kind: 'remember',
      text: 'My budget is 200 euros.',
      isWhole: false,
    });
  });

  it.each([
    'Do you remember my budget?',
    'Remember that film with the lighthouse?',
    'What is my budget?',
    'How does a program remember things?',
    'I forgot my umbrella in Boston',
    'Remembering is hard',
    'Kannst du dir Zahlen merken?',
  ])('finds none in "%s"', (message) => {
    expect(memoryRequestOf(message)).toBeNull();
  });
});
