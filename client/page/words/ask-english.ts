const count = (value: number | null) => (value === null ? 'any number of' : value.toLocaleString('en'));
const about = (what: string) => (limit: (name: string) => number | null) =>
  `${what} Up to ${count(limit('pages'))} passages read, ${count(limit('modelCalls'))} model calls and ${count(limit('wallTimeSeconds'))} minutes of work.`;

const limitNames: Readonly<Record<string, string>> = {
  searches: 'Searches',
  pages: 'Passages read',
  modelCalls: 'Model calls',
  modelTokens: 'Model tokens',
  money: 'Cost in US dollars',
  wallTimeSeconds: 'Working time in minutes',
};

export const ASK_ENGLISH = {
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
  include: 'Only these files',
  exclude: 'Not these files',
  patterns:
    'Patterns with commas between them: *.md in all folders, /*.md at the top, minutes/ with all in it, {a,b}.* for a.* and b.*',
  noSources: 'This server was started without sources. Start it with --corpus <folder> or --web.',
  web: (provider: string) => `Web: ${provider}`,
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
  limitNames,
  noLimit: 'none',
  startRun: 'Start research',
  startConversation: 'Ask',
  sending: 'Sending …',
  shortcut: 'Ctrl or ⌘ with Enter',
  again: 'Change the question or its choices',
  seeFields: 'It was not sent: see the marked fields.',
};

/** What the form to ask says. */
export type AskWords = typeof ASK_ENGLISH;
