import { listDeliveries, resendDelivery } from './deliveries.ts';
import { describe, whoami } from './orientation.ts';
import { getHistory, getRecords, listRecords, myDay, readReport, search } from './reading.ts';
import type { Tool } from './tool.ts';
import { changeRecords, logActivity, undoChange } from './writing.ts';

/**
 * All tools, in the order in which every caller gets them: a list that changes would cost models
 * their cache, and hide from a person what a wider token gives.
 */
export const TOOLS: readonly Tool[] = [
  whoami,
  describe,
  search,
  listRecords,
  getRecords,
  getHistory,
  myDay,
  readReport,
  logActivity,
  changeRecords,
  undoChange,
  listDeliveries,
  resendDelivery,
];
