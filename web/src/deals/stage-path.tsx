import { UnstyledButton } from '@mantine/core';
import type { Deal } from '@rapport/contract/records/deals';
import type { Stage } from '@rapport/contract/records/pipelines';
import { useEffect, useRef } from 'react';
import type { RecordData } from '../fields/data.ts';
import { EditableField } from '../fields/editing/editable-field.tsx';
import { fieldPart } from '../fields/record.ts';
import { kindOf } from '../fields/values/kind-of.ts';
import { fieldOf, useView } from '../fields/view.ts';
import { CheckIcon } from '../layout/icons.tsx';
import { notifyProblem } from '../layout/notify.ts';
import { deals } from '../texts/deals.ts';
import { useChangeDeal } from './change-deal.ts';
import { usePipelines } from './pipelines.ts';

const DAY_MS = 86_400_000;

/** The stages of a Deal as a path. A press moves an open Deal, with Undo. */
export function StagePath({ record, mayWrite }: { record: RecordData; mayWrite: boolean }) {
  const deal = record as unknown as Deal;
  const { pipelines } = usePipelines();
  const change = useChangeDeal();
  const own = pipelines.filter(({ account_uuid }) => account_uuid === deal.account_uuid);
  const pipeline = own.find(({ stages }) => stages.some(({ uuid }) => uuid === deal.stage_uuid));
  const path = useSeenStage(deal.stage_uuid, pipeline?.uuid);
  // As high as the path, so that nothing jumps when it comes.
  if (!pipeline) return <div className="stage-path" />;
  const at = pipeline.stages.findIndex(({ uuid }) => uuid === deal.stage_uuid);
  const move = ({ uuid, name }: Stage) =>
    void change(deal, { stage_uuid: uuid }, deals.moved(deal.title, name)).catch(notifyProblem);
  return (
    <div className="stage-path">
      <nav ref={path} className="stages" aria-label={deals.path}>
        {pipeline.stages.map((stage, index) => (
          <UnstyledButton
            key={stage.uuid}
            className="stage-step"
            data-is={index < at ? 'done' : undefined}
            aria-current={index === at ? 'step' : undefined}
            disabled={!mayWrite || deal.status !== 'open' || index === at}
            onClick={() => move(stage)}
          >
            {index < at && <CheckIcon />}
            <span className="stage-name">{stage.name}</span>
            {index === at && deal.status === 'open' && deal.stage_entered_at && (
              <DaysHere since={deal.stage_entered_at} />
            )}
          </UnstyledButton>
        ))}
      </nav>
      {own.length > 1 && <OtherPipeline record={record} name={pipeline.name} mayWrite={mayWrite} />}
    </div>
  );
}

function DaysHere({ since }: { since: string }) {
  const days = Math.floor((Date.now() - Date.parse(since)) / DAY_MS);
  return <span className="stage-days">{deals.daysHere(Math.max(0, days))}</span>;
}

/** The name of the pipeline, which opens the choice among the stages of all of them. */
function OtherPipeline(props: { record: RecordData; name: string; mayWrite: boolean }) {
  const { record, name, mayWrite } = props;
  const view = useView();
  const stage = fieldOf(view, 'stage_uuid')!;
  const choices = view.useChoices?.(record).stage_uuid;
  return (
    <div className="stage-pipeline">
      <EditableField
        record={record}
        part={fieldPart(stage)}
        kind={kindOf(stage, choices)}
        isFixed={!mayWrite}
      >
        {name}
      </EditableField>
    </div>
  );
}

/** Returns the place of the path, which is scrolled to the present stage where it is too wide. */
function useSeenStage(stage_uuid: string | null, pipeline_uuid: string | undefined) {
  const path = useRef<HTMLElement>(null);
  useEffect(() => {
    const present = path.current?.querySelector<HTMLElement>('[aria-current]');
    if (present) path.current!.scrollLeft = present.offsetLeft - path.current!.offsetLeft - 16;
  }, [stage_uuid, pipeline_uuid]);
  return path;
}
