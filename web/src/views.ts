import { view as clients } from './clients/view.ts';
import { view as contacts } from './contacts/view.ts';
import { view as deals } from './deals/view.ts';
import type { Panels, RecordView } from './fields/view.ts';
import { view as notes } from './notes/view.ts';
import { activityOf } from './tasks/activity.tsx';
import { Composer } from './tasks/composer.tsx';
import { OpenTasks } from './tasks/open-tasks.tsx';
import { ThumbBar } from './tasks/thumb-bar.tsx';
import { view as tasks } from './tasks/view.ts';

/** The views of all kinds, by the kind's name in the API. */
export const VIEWS: Record<string, RecordView> = Object.fromEntries(
  [clients, contacts, deals, tasks, notes].map((view) => [view.resource, view]),
);

/**
 * What Tasks and Notes add to the pages of other records. It is here, so that these pages load no
 * further file.
 */
export const PANELS: Panels = { Beside: OpenTasks, Write: Composer, Thumb: ThumbBar, activityOf };
