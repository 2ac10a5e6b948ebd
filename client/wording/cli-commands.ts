/** The commands that messages tell people to type, so that they are spelled in one place. */
export const typed = {
  answer: (researchId: string) => `npm run answer -- ${researchId} "your answer"`,
  answerQuestion: (researchId: string, questionId: string) =>
    `npm run answer -- ${researchId} --question ${questionId} "your answer"`,
  skip: (researchId: string) => `npm run skip -- ${researchId}`,
  approve: (researchId: string) => `npm run -s approve -- ${researchId}`,
  resume: (researchId: string) => `npm run resume -- ${researchId}`,
  status: (researchId: string) => `npm run status -- ${researchId}`,
  report: (researchId: string) => `npm run report -- ${researchId}`,
  reportSection: (researchId: string, section: string) => `npm run report -- ${researchId} --section ${section}`,
  finish: (researchId: string) => `npm run finish -- ${researchId}`,
  extend: (researchId: string, option: string) => `npm run extend -- ${researchId} ${option} …`,
  retry: (researchId: string) => `npm run retry -- ${researchId}`,
  cancel: (researchId: string) => `npm run cancel -- ${researchId}`,
  verify: (recordPath: string) => `npm run verify -- ${recordPath}`,
  trace: (researchId: string) => `npm run trace -- ${researchId}`,
} as const;
