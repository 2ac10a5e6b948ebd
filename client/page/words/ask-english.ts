const count = (value: number | null) => (value === null ? 'any number of' : value.toLocaleString('en'));
const about = (what: string) => (limit: (name: string) => number | null) =>
  `${what} Up to ${count(limit('pages'))} passages read, ${count(limit('modelCalls'))} model calls and ${count(limit('wallTimeSeconds'))} minutes of work.`;

export const ASK_ENGLISH: AskWords = {
  link: 'Ask',
  title: 'Ask',
  question: 'What do you want to know?',
  example: 'One complete question, as you would ask a colleague',
  kind: 'How should it be answered?',
  run: {
    label: 'Research',
    about: 'Thorough: minutes to hours, and a report in which every claim is quoted. You can leave in the meantime.',
  },
  conversation: { label: 'Conversation', about: 'A quick answer from the same sources, with follow-up questions.' },
  sources: 'Where to look',
  only: 'Only these files',
  onlyExample: '*.md, minutes/',
  noSources: 'This server was started without sources. Start it with --corpus <folder> or --web.',
  web: (provider) => `Web: ${provider}`,
  thorough: 'Search again if the first answer is insufficient',
  preset: 'How thorough?',
  presets: {
    quick: { label: 'Quick', about: about('A first impression.') },
    standard: { label: 'Standard', about: about('For most questions.') },
    deep: { label: 'Deep', about: about('Everything that can be found.') },
  },
  clarify: 'Before it begins',
  clarifyModes: {
    auto: 'ask me back if the question is unclear',
    always: 'always ask me back',
    never: 'never ask; take what I wrote',
  },
  approvePlan: 'Show me the plan, and wait until I approve it',
  limits: 'Limits',
  limitsAbout: 'At a limit the run asks you. Empty fields use the values shown, from the choice above.',
  limitNames: {
    searches: 'Searches',
    pages: 'Passages read',
    modelCalls: 'Model calls',
    modelTokens: 'Model tokens',
    money: 'Cost in US dollars',
    wallTimeSeconds: 'Working time in minutes',
  },
  noLimit: 'none',
  startRun: 'Start research',
  startConversation: 'Ask',
  sending: 'Sending …',
  shortcut: 'Ctrl or ⌘ with Enter',
  seeFields: 'It was not sent: see the marked fields.',
};

/** A choice, and what it means. */
interface Explained {
  readonly label: string;
  readonly about: string;
}

interface ExplainedPreset {
  readonly label: string;
  /** @param limit of the preset, by its name; null: it has none */
  readonly about: (limit: (name: string) => number | null) => string;
}

/** What the form to ask says. */
export interface AskWords {
  readonly link: string;
  readonly title: string;
  readonly question: string;
  readonly example: string;
  readonly kind: string;
  readonly run: Explained;
  readonly conversation: Explained;
  readonly sources: string;
  readonly only: string;
  readonly onlyExample: string;
  readonly noSources: string;
  readonly web: (provider: string) => string;
  readonly thorough: string;
  readonly preset: string;
  readonly presets: Readonly<Record<'quick' | 'standard' | 'deep', ExplainedPreset>>;
  readonly clarify: string;
  readonly clarifyModes: Readonly<Record<'auto' | 'always' | 'never', string>>;
  readonly approvePlan: string;
  readonly limits: string;
  readonly limitsAbout: string;
  readonly limitNames: Readonly<Record<string, string>>;
  readonly noLimit: string;
  readonly startRun: string;
  readonly startConversation: string;
  readonly sending: string;
  readonly shortcut: string;
  readonly seeFields: string;
}
