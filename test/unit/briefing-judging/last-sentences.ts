import type { JudgedSentence } from './factual-sentences.ts';

/** Written after the rule met the other tables, longer than theirs. */
export const LAST_SENTENCES: readonly JudgedSentence[] = [
  [true, 'Telvia, the largest mobile operator in Lorran, bought the fibre network of Nexa for 1.4 billion euros.'],
  [true, 'The water authority of Brenna lifted its hosepipe ban after two weeks of rain.'],
  [true, 'According to the farm ministry, the wheat harvest came to 4.1 million tonnes.'],
  [true, 'The federation’s ethics panel found that Mr Dorn had paid officials.'],
  [true, 'Die Talsperre ist seit Dienstag gesperrt.'],
  [true, 'Die Netzagentur hat gegen Telvia ein Bußgeld von 4 Millionen Euro verhängt.'],
  [true, 'Nach Angaben der Polizei starben drei Menschen.'],
  [true, 'Der Vorstand trat am Abend geschlossen zurück.'],
  [true, 'The strait remains closed to tankers, the coast guard said.'],
  [true, 'From 1 May 2026 operators will have to publish outages within one hour.'],
  [false, 'The merger is bad news for consumers.'],
  [false, 'What the ministry needs now is courage.'],
  [false, 'Nobody doubts that the dam has to be replaced.'],
  [false, 'A ban would hurt thousands of growers.'],
  [false, 'Telvia seems to have learned nothing.'],
  [false, 'Experts see little chance of a deal before summer.'],
  [false, 'Es ist höchste Zeit, dass die Behörde handelt.'],
  [false, 'Der Verband fordert mehr Geld für Dämme.'],
  [false, 'Ob die Ernte reicht, ist offen.'],
  [false, 'Man darf gespannt sein, was der Minister plant.'],
  [false, 'Wir haben die wichtigsten Fragen und Antworten zusammengestellt.'],
  [false, 'Here are five things to know about the auction.'],
];
