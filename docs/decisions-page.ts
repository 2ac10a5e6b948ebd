import { readdirSync, readFileSync } from 'node:fs';
import { lexer, type Token, type Tokens } from 'marked';
import { anchorsOf, plainText } from '../test/architecture/link-rules.ts';

const FOLDER = new URL('decisions/', import.meta.url);

/** The index of the decisions, by the subjects that their files are about. */
export function renderDecisions(): string {
  return [
    '# Decisions',
    '',
    '<!-- Written by `npm run docs` from the headings of the decisions. -->',
    '',
    'What shaped Plumbline, a file for each subject and a paragraph for each decision: what holds, why, and what was rejected. Reasons for a',
    'single number are comments at the constant.',
    '',
    'To add one, take the next free number and a title that states the decision: a section of the file of its subject, or a new file',
    '`NNNN-subject.md`. Numbers are not reused. When a decision changes, rewrite it; when it is withdrawn, delete it. **A decision that repairs',
    'another one first answers: what would undoing that one do?**',
    ...readdirSync(FOLDER)
      .filter((name) => /^\d{4}-/u.test(name))
      .sort()
      .flatMap(renderSubject),
    '',
  ].join('\n');
}

function renderSubject(name: string): string[] {
  const headings = lexer(readFileSync(new URL(name, FOLDER), 'utf8')).filter(isHeading);
  const titles = headings.map(({ tokens }) => plainText(tokens));
  const anchors = [...anchorsOf(titles)];
  return [
    '',
    `**${titles[0]}**`,
    '',
    ...titles.slice(1).map((title, index) => {
      const [number = '', ...words] = title.split(' ');
      return `- [${number}](${name}#${anchors[index + 1]}) ${words.join(' ')}`;
    }),
  ];
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}
