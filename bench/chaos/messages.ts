/** What the sessions talk about: the harbour of the runs, and a catalogue of its hotels. */
export const MESSAGES = {
  /** Answered from the catalogue and the documents. */
  grounded: 'Which hotels in Osterhaven are quiet, and when is the harbour lamp lit in winter?',
  /** Answered without sources; what it says beside the greeting is remembered. */
  general: 'Hello, who are you? I am allergic to feathers.',
  /** Answered while its text is streamed. */
  streamed: 'What does the keeper at Osterhaven note in winter?',
} as const;

/** What the model wants remembered. */
export const REMEMBERED = 'I am allergic to feathers';

/** On the first answer; the second one is told of it. */
export const FEEDBACK_NOTE = 'I meant the hour.';

export const CATALOGUE: Readonly<Record<string, string>> = {
  'hotel.csv': `name,city,price,rating,max guests,amenities
Lamp Inn,Osterhaven,95 €,4.1,2,quiet rooms
Keeper Lodge,Osterhaven,120 €,4.5,4,"quiet garden; sauna"
Bell House,Osterhaven,80 €,3.9,2,bar
Beam Court,Westerhaven,140 €,4.7,2,quiet
`,
};
