import type { StatementPair } from './statement-pairs.ts';

/** Written after the rule met the other tables: water, telecommunications, sport bodies, farming. */
export const LAST_PAIRS: readonly StatementPair[] = [
  [
    'same',
    'The water authority of Brenna lifted its hosepipe ban on Wednesday after two weeks of rain.',
    'Brenna’s water authority has lifted the hosepipe ban following two weeks of rain.',
  ],
  [
    'same',
    'Telvia, the largest mobile operator in Lorran, will buy the fibre network of Nexa for 1.4 billion euros.',
    'Mobile operator Telvia is acquiring the fibre network of Nexa in a deal worth 1.4 billion euros.',
  ],
  [
    'same',
    'The athletics federation suspended its president Marek Dorn over payments to officials.',
    'Marek Dorn, president of the athletics federation, has been suspended over payments to officials.',
  ],
  [
    'same',
    'Farmers in Ostmark harvested 4.1 million tonnes of wheat this year, the farm ministry said.',
    'According to the farm ministry, the wheat harvest of Ostmark came to 4.1 million tonnes.',
  ],
  [
    'same',
    'Die Netzagentur versteigerte die Frequenzen für 2,3 Milliarden Euro.',
    'Für 2,3 Milliarden Euro hat die Netzagentur die Frequenzen versteigert.',
  ],
  [
    'same',
    'Die Talsperre Brenna wurde am Dienstag wegen Rissen gesperrt.',
    'Wegen Rissen ist die Talsperre Brenna seit Dienstag gesperrt.',
  ],
  [
    'contradicts',
    'The water authority of Brenna imposed a hosepipe ban on Monday, citing low reservoirs.',
    'The water authority of Brenna has lifted the hosepipe ban.',
  ],
  [
    'contradicts',
    'Telvia will buy the fibre network of Nexa for 1.4 billion euros.',
    'Telvia has dropped its plan to buy the fibre network of Nexa.',
  ],
  [
    'contradicts',
    'The competition office cleared the takeover of Nexa by Telvia.',
    'The competition office blocked the takeover of Nexa by Telvia.',
  ],
  [
    'contradicts',
    'Farmers in Ostmark harvested 4.1 million tonnes of wheat.',
    'Farmers in Ostmark harvested only 2.9 million tonnes of wheat.',
  ],
  [
    'contradicts',
    'The athletics federation elected Ida Holm as president.',
    'The athletics federation elected Jonas Rehn as president.',
  ],
  [
    'contradicts',
    'Die Netzagentur versteigerte die Frequenzen für 2,3 Milliarden Euro.',
    'Die Netzagentur versteigerte die Frequenzen für 1,9 Milliarden Euro.',
  ],
  [
    'contradicts',
    'Die Talsperre Brenna wurde wegen Rissen geschlossen.',
    'Die Talsperre Brenna wurde wieder eröffnet.',
  ],
  [
    null,
    'Telvia will buy the fibre network of Nexa for 1.4 billion euros.',
    'Telvia sold its radio masts to a pension fund for 800 million euros.',
  ],
  [
    null,
    'The competition office cleared the takeover of Nexa by Telvia.',
    'Consumer groups oppose the takeover of Nexa by Telvia.',
  ],
  [
    null,
    'The water authority of Brenna imposed a hosepipe ban.',
    'The water authority of Halmstad lifted its hosepipe ban.',
  ],
  [
    null,
    'Farmers in Ostmark harvested 4.1 million tonnes of wheat.',
    'Farmers in Ostmark harvested 1.2 million tonnes of maize.',
  ],
  [null, 'Wheat prices rose by 3 percent on Monday.', 'Maize prices fell by 2 percent on Monday.'],
  [
    null,
    'The athletics federation suspended its president Marek Dorn.',
    'The athletics federation opened a training centre in Calda.',
  ],
  [null, 'The subscriber base of Telvia grew to 11 million customers.', 'Nexa lost 200,000 customers to Telvia.'],
  [
    null,
    'Die Netzagentur versteigerte die Frequenzen für 2,3 Milliarden Euro.',
    'Die Netzagentur verhängte gegen Telvia ein Bußgeld von 4 Millionen Euro.',
  ],
  [null, 'Der Weizenpreis stieg am Montag um 3 Prozent.', 'Der Maispreis fiel am Montag um 2 Prozent.'],
  [null, 'Die Talsperre Brenna wurde wegen Rissen gesperrt.', 'Die Talsperre Halmstad ist zu 80 Prozent gefüllt.'],
  [null, 'The ministry extended the fishing season for cod.', 'The ministry ended the fishing season for herring.'],
];
