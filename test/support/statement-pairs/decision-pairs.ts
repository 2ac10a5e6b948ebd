import type { StatementPair } from './statement-pairs.ts';

/** What is in force and then replaced, who told it and when, and deeds that only look alike: ferries, schools, tolls. */
export const DECISION_PAIRS: readonly StatementPair[] = [
  [
    'contradicts',
    'On 4 May the harbour board set the ferry fare to Linau at 6 euros.',
    'On 2 June the harbour board set the ferry fare to Linau at 9 euros.',
  ],
  [
    'contradicts',
    'The toll on the Sund bridge is 18 crowns, the road office said on Monday.',
    'The toll on the Sund bridge is 22 crowns, the road office said on 3 June.',
  ],
  [
    'contradicts',
    'Die Maut für die Sundbrücke beträgt 18 Euro, teilte das Straßenamt am 4. Mai mit.',
    'Die Maut für die Sundbrücke beträgt 22 Euro, teilte das Straßenamt am 3. Juni mit.',
  ],
  [
    'contradicts',
    'The minimum wage in Orland stands at 11 euros an hour.',
    'The minimum wage in Orland stands at 12.50 euros an hour, according to the labour ministry.',
  ],
  [
    'same',
    'The ferry fare to Linau is 9 euros, the harbour board announced on 2 June.',
    'On 2 June the harbour board set the ferry fare to Linau at 9 euros.',
  ],
  [
    'same',
    'The school authority hired 40 teachers for Brede, a spokesman said on 7 May.',
    'The school authority hired 40 teachers for Brede, the mayor told parents on 9 May.',
  ],
  [
    'same',
    'Das Straßenamt sperrte die Sundbrücke für Lastwagen, berichtete der Kurier am 5. Mai.',
    'Das Straßenamt sperrte die Sundbrücke für Lastwagen, bestätigte eine Sprecherin am 6. Mai.',
  ],
  [
    'same',
    'The mayor said on 9 May that the ferry to Linau carried 3,000 passengers.',
    'The ferry to Linau carried 3,000 passengers, according to the harbour board.',
  ],
  [
    null,
    'The ferry to Linau carried 3,000 passengers in April.',
    'The ferry to Linau carried 4,100 passengers in May.',
  ],
  [null, 'The road office repaired the Sund bridge on 4 May.', 'The road office inspected the Sund bridge on 2 June.'],
  [
    null,
    'The harbour board discussed the ferry fare to Linau on 20 April.',
    'On 4 May the harbour board set the ferry fare to Linau at 6 euros.',
  ],
  [
    null,
    'The harbour board held a hearing on the ferry fare in Linau on 20 April.',
    'The ferry fare to Linau is 9 euros, the harbour board announced on 2 June.',
  ],
  [
    null,
    'Nordline delivered its first ferries to the harbour board on 6 June.',
    'Nordline produced 20 ferries for the harbour board.',
  ],
  [
    null,
    'The school authority collected fees of 4 percent on school meals in February.',
    'The school authority waived the fees on 300 school meals for refugees on 9 March.',
  ],
  [
    null,
    'Das Straßenamt prüfte die Sundbrücke am 4. Mai.',
    'Die Maut für die Sundbrücke beträgt 22 Euro, teilte das Straßenamt am 3. Juni mit.',
  ],
  [null, 'The toll on the Sund bridge is 22 crowns.', 'The toll on the Norra tunnel is 30 crowns.'],
  [
    null,
    'On average 900 cars crossed the Sund bridge a day in 2024.',
    'On average 1,100 cars crossed the Sund bridge a day in 2025.',
  ],
];
