import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';

/** Stage of the run; value set: `Stage`. */
export const researchStageAttribute = defineSearchAttributeKey('ResearchStage', SearchAttributeType.KEYWORD);

/** True while a person is asked something. */
export const awaitingInputAttribute = defineSearchAttributeKey('AwaitingInput', SearchAttributeType.BOOL);
