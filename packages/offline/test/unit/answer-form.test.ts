import { detectLanguage } from '@plumbline/language/detection';
import { type AnswerForm, answerFormOf, asksForFigure } from '@plumbline/language/questions';
import { describe, expect, it } from 'vitest';
import { formFit, statesValue } from '../../passages/stated-values.ts';

describe('answerFormOf', () => {
  it.each<[string, AnswerForm]>([
    ['Wie lange brennt die Lampe?', 'duration'],
    ['Wie lang ist die Wartezeit?', 'duration'],
    ['Nach wie vielen Stunden erlischt die Lampe?', 'duration'],
    ['Within what time does the keeper report?', 'duration'],
    ['Ab welchem Alter wacht der Wärter?', 'age'],
    ['How old is the keeper at least?', 'age'],
    ['Wie schnell darf das Boot im Hafen fahren?', 'speed'],
    ['How loud may the horn be?', 'sound'],
    ['Wie schwer ist der Anker?', 'mass'],
    ['Wie breit ist die Mole?', 'length'],
    ['Bis zu welchem Betrag haftet der Wärter?', 'money'],
    ['Wie viele Lampen brennen?', 'count'],
    ['How often is the wick trimmed?', 'count'],
    ['Wie viel Öl bekommt der Wärter?', 'value'],
    ['Welcher Anteil der Kosten ist zu zahlen?', 'value'],
    ['How high is the lamp?', 'value'],
    ['What is the default burn time?', 'value'],
    ['Ab wann brennt die Lampe?', 'time'],
    ['When is the lamp lit?', 'time'],
    ['Darf der Wärter schlafen?', 'permission'],
    ['Is it allowed to sleep here?', 'permission'],
    ['Wer füllt die Lampe?', 'person'],
    ['How do I light the lamp?', 'instruction'],
    ['Wie zünde ich die Lampe an?', 'instruction'],
    ['With which command is the lamp lit?', 'instruction'],
    ['How did the lamp get its name?', 'explanation'],
    ['What is the difference between wick and cord?', 'explanation'],
    ['Warum brennt die Lampe?', 'explanation'],
    ['Was trugen die Wärter in der Nacht?', 'open'],
    ['Is the lamp lit by default?', 'decision'],
    ['Brauche ich einen Docht?', 'decision'],
  ])('expects of "%s" the form %s', (question, form) => {
    expect(answerFormOf(question, detectLanguage(question))).toBe(form);
  });

  it('asks for a figure in all forms but a point in time, a permission and an open answer', () => {
    expect(['duration', 'count', 'money'].every((form) => asksForFigure(form as AnswerForm))).toBe(true);
    expect(['time', 'permission', 'open'].some((form) => asksForFigure(form as AnswerForm))).toBe(false);
  });
});

describe('statesValue', () => {
  it.each([
    ['Die Lampe brennt neun Stunden.', true],
    ['Default: `4e3`.', true],
    ['Es gilt § 5 Abs. 2 Nr. 3.', false],
    ['An h2-capable origin is used.', false],
    ['(2) Der Wärter wacht.', false],
  ])('judges %s', (text, expected) => {
    expect(statesValue(text)).toBe(expected);
  });
});

describe('formFit', () => {
  it.each<[AnswerForm, string, string]>([
    ['duration', 'Die Lampe brennt neun Stunden.', 'Die Lampe kostet neun Taler.'],
    ['duration', 'Der Vertrag endet nach sechsmonatiger Wartezeit.', 'Der Vertrag endet nach § 6.'],
    ['money', 'Die Gebühr beträgt 5 Euro.', 'Die Gebühr ist nach 5 Tagen zu zahlen.'],
    ['speed', 'Im Hafen gelten 8 Knoten.', 'Im Hafen liegen 8 Boote.'],
    ['sound', 'Nachts sind 35 dB(A) zulässig.', 'Nachts sind 35 Boote zulässig.'],
    ['mass', 'The anchor weighs 40 kg.', 'The anchor is 40 years old.'],
    ['length', 'Die Mole ist 30 m breit.', 'Die Mole hat 30 Lampen.'],
    ['age', 'Wärter müssen mindestens 18 Jahre alt sein.', 'Wärter bekommen 18 Laibe Brot.'],
    ['time', 'The lamp is lit on 1 May, from May 1 at the latest.', 'The lamp is bright.'],
    ['time', 'Die Frist endet mit Ablauf des Monats.', 'Die Lampe ist hell.'],
    ['time', 'Das Öl wird zum 1. Mai und 1. Oktober gewogen.', 'Das Öl wird gewogen.'],
    ['time', 'Die Lampe brennt von 18 bis 6 Uhr.', 'Die Lampe brennt mit 18 Dochten.'],
    ['value', 'Der Anteil beträgt 10 Prozent.', 'Der Anteil steht in Heft 10.'],
    ['permission', 'Der Wärter darf nicht schlafen.', 'Der Wärter wacht.'],
  ])('finds the form %s in "%s" rather than in "%s"', (form, fitting, other) => {
    expect(formFit(form, fitting)).toBe(1);
    expect(formFit(form, other)).toBeLessThan(0.7);
  });

  it('prefers somebody and a definition where they are asked for, but excludes nothing', () => {
    expect(answerFormOf('Who built the lighthouse?', 'en')).toBe('person');
    expect(answerFormOf('Von wem wurde der Turm gebaut?', 'de')).toBe('person');
    expect(answerFormOf('What is a wick?', 'en')).toBe('definition');
    expect(answerFormOf('Was bedeutet Ebbe?', 'de')).toBe('definition');
    expect(answerFormOf('What is the fee of the harbour in winter for kayaks?', 'en')).not.toBe('definition');
    for (const [form, fitting, other] of [
      ['person', 'It was built by Jane Porter in a year.', 'It was built of stone in a year.'],
      ['definition', 'A wick is a cord that draws oil.', 'The cord draws oil.'],
    ] as const) {
      expect(formFit(form, fitting)).toBe(1);
      expect(formFit(form, other)).toBeLessThan(1);
      expect(formFit(form, other)).toBeGreaterThan(0.5);
    }
  });

  it('looks for the number of what is counted', () => {
    expect(formFit('count', 'Der Wärter hat 24 Werktage frei.', 'Ruhetage')).toBe(1);
    expect(formFit('count', 'Maximum number of attempts. Default: 5.', 'times')).toBe(1);
    expect(formFit('count', 'Number of milliseconds to wait. Default: 500.', 'times')).toBeLessThan(0.5);
    expect(formFit('count', 'Der Wärter hat 24 Lampen.', 'Ruhetage')).toBeLessThan(1);
  });

  it('looks for a duration in the unit that the question names', () => {
    expect(formFit('duration', 'Die Wache dauert acht Stunden.', 'Stunden')).toBe(1);
    expect(formFit('duration', 'Die achtstündige Wache beginnt.', 'Stunden')).toBe(1);
    expect(formFit('duration', 'Der Vertrag dauert fünf Jahre.', 'Stunden')).toBeLessThan(1);
  });

  it('accepts a duration from an event as a time, but prefers a date', () => {
    const counted = formFit('time', 'Der Anspruch verfällt in drei Jahren von der Abreise an.');

    expect(counted).toBeLessThan(1);
    expect(counted).toBeGreaterThan(formFit('time', 'Der Anspruch endet nach der Abreise.'));
  });

  it('accepts any statement for an open question, but none without a figure when the question asks for one', () => {
    expect(formFit('open', 'Der Wärter wacht.')).toBe(1);
    expect(formFit('duration', 'Der Wärter wacht.')).toBe(0);
  });
});
