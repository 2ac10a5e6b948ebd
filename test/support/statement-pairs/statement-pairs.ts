import type { Relation } from '@plumbline/contracts/briefings/briefing-items';

/** Two sentences as outlets write them, and how they stand to each other; null: unrelated. */
export type StatementPair = readonly [relation: Relation | null, first: string, second: string];

/** What the rule was built with: energy, central banks, shipping. */
export const BUILDING_PAIRS: readonly StatementPair[] = [
  // The same fact in other words.
  [
    'same',
    'The Norvik grid regulator approved the Silverlake battery park on Monday.',
    'Norvik’s grid regulator has given the green light to the battery park at Silverlake.',
  ],
  [
    'same',
    'Halden Energy will build a 200-megawatt storage plant near Orsa.',
    'A storage plant of 200 MW is to be built near Orsa by Halden Energy.',
  ],
  [
    'same',
    'The central bank of Norvik raised its key rate to 4.5 percent.',
    'Norvik’s central bank lifted the key rate by a quarter point to 4.5%.',
  ],
  [
    'same',
    'Port workers in Halmstad ended their strike after nine days.',
    'The strike of port workers in Halmstad is over after nine days.',
  ],
  [
    'same',
    'The shipping line Corvus has suspended all voyages through the Tessin strait.',
    'Corvus, the shipping line, halted its voyages through the Tessin strait on Tuesday.',
  ],
  [
    'same',
    'Halden Energy cut its forecast for annual output to 12 terawatt hours.',
    'Halden Energy lowered the forecast for its annual output to 12 terawatt hours, the company said.',
  ],
  [
    'same',
    'The ministry of energy rejected the application for the Brenna gas terminal.',
    'The application for the Brenna gas terminal was turned down by the energy ministry.',
  ],
  [
    'same',
    'Die Netzagentur hat den Batteriepark Silbersee genehmigt.',
    'Der Batteriepark Silbersee erhielt am Montag die Genehmigung der Netzagentur.',
  ],
  [
    'same',
    'Die Zentralbank erhöhte den Leitzins auf 4,5 Prozent.',
    'Der Leitzins wurde von der Zentralbank auf 4,5 Prozent angehoben.',
  ],
  [
    'same',
    'Die Reederei Corvus stellt den Verkehr durch die Meerenge von Tessin ein.',
    'Corvus setzt den Verkehr durch die Meerenge von Tessin aus, teilte die Reederei mit.',
  ],
  [
    'same',
    'Der Energiekonzern Halden baut bei Orsa einen Speicher mit 200 Megawatt.',
    'Bei Orsa errichtet Halden einen Speicher mit einer Leistung von 200 MW.',
  ],
  [
    'same',
    'The Silverlake battery park went into operation on 3 March.',
    'On 3 March the Silverlake battery park started operation.',
  ],
  // Another figure, date or name.
  [
    'contradicts',
    'The Silverlake battery park will cost 410 million euros.',
    'The Silverlake battery park will cost 560 million euros.',
  ],
  [
    'contradicts',
    'Halden Energy fined 40 million euros over the Orsa outage, the regulator said.',
    'The regulator fined Halden Energy 55 million euros over the Orsa outage.',
  ],
  [
    'contradicts',
    'The central bank of Norvik raised its key rate to 4.5 percent.',
    'The central bank of Norvik raised its key rate to 4.75 percent.',
  ],
  [
    'contradicts',
    'The Brenna gas terminal will open on 1 June 2026.',
    'The Brenna gas terminal will open on 15 September 2026.',
  ],
  [
    'contradicts',
    'Nine sailors were injured in the collision off Halmstad.',
    'The collision off Halmstad injured fourteen sailors.',
  ],
  [
    'contradicts',
    'The board of Halden Energy appointed Anna Weber as chief executive.',
    'The board of Halden Energy appointed Karl Brandt as chief executive.',
  ],
  [
    'contradicts',
    'Der Batteriepark Silbersee kostet 410 Millionen Euro.',
    'Der Batteriepark Silbersee kostet 560 Millionen Euro.',
  ],
  [
    'contradicts',
    'Das Gasterminal Brenna geht am 1. Juni 2026 in Betrieb.',
    'Das Gasterminal Brenna geht am 15. September 2026 in Betrieb.',
  ],
  // Reversals.
  [
    'contradicts',
    'The Norvik grid regulator approved the Silverlake battery park.',
    'The Norvik grid regulator rejected the Silverlake battery park.',
  ],
  [
    'contradicts',
    'The Norvik grid regulator has approved the Silverlake battery park.',
    'The grid regulator of Norvik has revoked its approval of the Silverlake battery park.',
  ],
  [
    'contradicts',
    'Corvus suspended all voyages through the Tessin strait.',
    'Corvus has resumed its voyages through the Tessin strait.',
  ],
  [
    'contradicts',
    'The Brenna gas terminal will open in June.',
    'The opening of the Brenna gas terminal has been postponed.',
  ],
  [
    'contradicts',
    'The central bank of Norvik raised its key rate on Thursday.',
    'The central bank of Norvik did not raise its key rate on Thursday.',
  ],
  [
    'contradicts',
    'Halden Energy signed the contract for the Orsa storage plant.',
    'Halden Energy has cancelled the contract for the Orsa storage plant.',
  ],
  [
    'contradicts',
    'Die Netzagentur hat den Batteriepark Silbersee genehmigt.',
    'Die Netzagentur hat den Batteriepark Silbersee abgelehnt.',
  ],
  [
    'contradicts',
    'Corvus setzt den Verkehr durch die Meerenge von Tessin aus.',
    'Corvus nimmt den Verkehr durch die Meerenge von Tessin wieder auf.',
  ],
  [
    'contradicts',
    'Die Zentralbank hat den Leitzins am Donnerstag erhöht.',
    'Die Zentralbank hat den Leitzins am Donnerstag nicht erhöht.',
  ],
  [
    'contradicts',
    'The energy ministry extended the licence of the Orsa reactor.',
    'The energy ministry did not extend the licence of the Orsa reactor.',
  ],
  // Similar, but about something else.
  [
    null,
    'The Norvik grid regulator approved the Silverlake battery park.',
    'The Norvik grid regulator approved the Northgate wind farm.',
  ],
  [
    null,
    'The Norvik grid regulator approved the Silverlake battery park.',
    'The Norvik grid regulator rejected the Northgate wind farm.',
  ],
  [
    null,
    'Output of the Orsa plant rose by 5 percent in the first quarter.',
    'Output of the Orsa plant rose by 7 percent in the second quarter.',
  ],
  [
    null,
    'The energy ministry approved the Brenna gas terminal.',
    'Environmental groups reject the Brenna gas terminal.',
  ],
  [
    null,
    'Halden Energy raised its dividend to 1.20 euros.',
    'Halden Energy raised its forecast for output to 14 terawatt hours.',
  ],
  [
    null,
    'The central bank of Norvik raised its key rate to 4.5 percent.',
    'The central bank of Ostmark cut its key rate to 2.25 percent.',
  ],
  [
    null,
    'The Silverlake battery park will cost 410 million euros.',
    'The Silverlake battery park will have a capacity of 300 megawatts.',
  ],
  [
    null,
    'Corvus suspended all voyages through the Tessin strait.',
    'Corvus ordered eight new container ships from a yard in Halmstad.',
  ],
  [null, 'Port workers in Halmstad went on strike on Monday.', 'Port workers in Brenna ended their strike on Monday.'],
  [
    null,
    'Die Netzagentur hat den Batteriepark Silbersee genehmigt.',
    'Die Netzagentur hat den Windpark Nordtor abgelehnt.',
  ],
  [
    null,
    'Die Zentralbank erhöhte den Leitzins auf 4,5 Prozent.',
    'Die Zentralbank senkte ihre Wachstumsprognose auf 0,8 Prozent.',
  ],
  [null, 'Der Speicher bei Orsa kostet 90 Millionen Euro.', 'Der Speicher bei Orsa leistet 200 Megawatt.'],
  [
    null,
    'Halden Energy plans to sell its gas business.',
    'Halden Energy reported a profit of 300 million euros for 2025.',
  ],
  [null, 'More than 400 ships passed the Tessin strait in January.', 'In February 310 ships passed the Tessin strait.'],
];
