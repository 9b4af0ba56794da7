/** Texts of the page of pipelines. */
export const pipelines = {
  title: 'Pipelines',
  about:
    'The stages that Deals go through, in order. A business that sells in several ways has a pipeline for each.',
  create: 'New pipeline',
  name: 'Name',
  created: (name: string) => `${name} is created, with stages to start from.`,
  stages: 'Stages',
  stage: (number: number) => `Stage ${number}`,
  stageName: 'Stage',
  probability: 'Chance in %',
  rotDays: 'Days to stale',
  addStage: 'Add a stage',
  drag: (name: string) => `Drag ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name}`,
  keys: 'Each stage has a chance that its Deals are won, and the number of days after which a Deal in it is stale. Drag a stage by its handle, or move it with its arrows; Alt ↑ and Alt ↓ do the same.',
  filled: (stage: string, count: number) =>
    `${count === 1 ? '1 Deal is' : `${count.toLocaleString()} Deals are`} in “${stage}”, so it cannot be removed. Move or delete them first.`,
  showFilled: (count: number) =>
    count === 1 ? 'Show this Deal' : `Show these ${count.toLocaleString()} Deals`,
  save: 'Save the pipeline',
  discard: 'Discard the changes',
  unsaved: 'Not saved yet',
  changedMeanwhile:
    'Somebody else has changed this pipeline meanwhile. Discard your changes to see it as it is now.',
  saved: (name: string) => `${name} is saved.`,
  archive: 'Archive',
  archiveOf: (name: string) => `Archive ${name}`,
  archived: (name: string) => `${name} is archived. Its Deals stay as they are.`,
  archivedTitle: 'Archived',
  archivedHint: 'Their Deals stay in the table, and no new ones go into them.',
  lastOne: 'The last pipeline stays: every Deal needs a stage.',
  bringBack: 'Bring back',
  isBack: (name: string) => `${name} is in use again.`,
  readOnly: 'Your role lets you read these. A member, an admin or an owner can change them.',
};
