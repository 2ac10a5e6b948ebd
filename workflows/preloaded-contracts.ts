// Run once for each worker, before any workflow: its workflows share zod and these schemas, because building them again takes longer
// than most workflow tasks. A module whose state depends on a workflow must not be named here.
import { z } from 'zod';
import * as answer from './contracts/answers/answer.ts';
import * as catalogue from './contracts/answers/catalogue.ts';
import * as conversation from './contracts/answers/conversation.ts';
import * as briefingCanon from './contracts/briefings/briefing-canon.ts';
import * as briefingIssues from './contracts/briefings/briefing-issues.ts';
import * as briefingItems from './contracts/briefings/briefing-items.ts';
import * as briefingRecord from './contracts/briefings/briefing-record.ts';
import * as briefingSettings from './contracts/briefings/briefing-settings.ts';
import * as briefingSlot from './contracts/briefings/briefing-slot.ts';
import * as briefingState from './contracts/briefings/briefing-state.ts';
import * as scheduledBriefing from './contracts/briefings/scheduled-briefing.ts';
import * as fileSelection from './contracts/common/file-selection.ts';
import * as metering from './contracts/common/metering.ts';
import * as taskQueues from './contracts/common/task-queues.ts';
import * as webSearch from './contracts/common/web-search.ts';
import * as alignment from './contracts/evidence/alignment.ts';
import * as claim from './contracts/evidence/claim.ts';
import * as corpus from './contracts/evidence/corpus.ts';
import * as drift from './contracts/evidence/drift.ts';
import * as evidence from './contracts/evidence/evidence.ts';
import * as queryAnchor from './contracts/evidence/query-anchor.ts';
import * as researchPlan from './contracts/evidence/research-plan.ts';
import * as sourceRegistry from './contracts/evidence/source-registry.ts';
import * as taskSummary from './contracts/evidence/task-summary.ts';
import * as report from './contracts/report/report.ts';
import * as settledStages from './contracts/report/settled-stages.ts';
import * as accounting from './contracts/research/accounting.ts';
import * as clarification from './contracts/research/clarification.ts';
import * as diagnostic from './contracts/research/diagnostic.ts';
import * as fork from './contracts/research/fork.ts';
import * as memory from './contracts/research/memory.ts';
import * as notedReflection from './contracts/research/noted-reflection.ts';
import * as researchRequest from './contracts/research/research-request.ts';
import * as steering from './contracts/research/steering.ts';
import * as taskDecisions from './contracts/research/task-decisions.ts';
import * as conversationSettings from './contracts/settings/conversation-settings.ts';
import * as reportSettings from './contracts/settings/report-settings.ts';
import * as researchLimits from './contracts/settings/research-limits.ts';
import * as researchSettings from './contracts/settings/research-settings.ts';
import * as setting from './contracts/settings/setting.ts';

const CONTRACTS = [
  accounting,
  alignment,
  answer,
  briefingCanon,
  briefingIssues,
  briefingItems,
  briefingRecord,
  briefingSettings,
  briefingSlot,
  briefingState,
  catalogue,
  claim,
  clarification,
  conversation,
  conversationSettings,
  corpus,
  diagnostic,
  drift,
  evidence,
  fileSelection,
  fork,
  memory,
  metering,
  notedReflection,
  queryAnchor,
  report,
  reportSettings,
  researchLimits,
  researchPlan,
  researchRequest,
  researchSettings,
  scheduledBriefing,
  setting,
  settledStages,
  sourceRegistry,
  steering,
  taskDecisions,
  taskQueues,
  taskSummary,
  webSearch,
];

// The SDK freezes all that an unfrozen module gives out, down to the last value. Schemas complete themselves when they are first used,
// and patterns are reset before each use, so only the list of what such a module gives out is frozen.
for (const module of [z.regexes, ...CONTRACTS]) Object.freeze(module);
