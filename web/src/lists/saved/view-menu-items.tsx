import { Menu } from '@mantine/core';
import type { View } from '@rapport/contract/views';
import { Link, useNavigate } from '@tanstack/react-router';
import { useView } from '../../fields/view.ts';
import { ButtonMenu } from '../../layout/menu.tsx';
import { notifyDone, notifyProblem } from '../../layout/notify.ts';
import { savedViews as texts } from '../../texts/saved-views.ts';
import { useChangeViews } from './change-view.ts';
import { useMayChangeView } from './may-change-view.ts';
import { addressOfView, useAccountOf } from './saved-views.ts';
import { ViewButton, type ViewMenuProps } from './view-button.tsx';
import { viewAlone } from './view-search.ts';

/** The views to choose from, and what can be done with the open one. */
export function ViewMenuItems(props: ViewMenuProps) {
  const { views, view, layout, isChanged, ask } = props;
  const { texts: kind, path } = useView();
  return (
    <ButtonMenu
      position="bottom-start"
      width="min(17.5rem, calc(100vw - 10px))"
      button={(props) => <ViewButton {...props} view={view} isChanged={isChanged} />}
    >
      <Menu.Dropdown className="view-menu">
        <Menu.Item
          component={Link}
          to={layout === 'board' ? `${path}/board` : path}
          search={{} as never}
          aria-current={view ? undefined : 'page'}
        >
          {texts.all(kind.title)}
        </Menu.Item>
        <Views label={texts.own} views={views.filter(({ shared }) => !shared)} open={view} />
        <Views label={texts.shared} views={views.filter(({ shared }) => shared)} open={view} />
        <Menu.Divider />
        {view && <Actions {...props} view={view} />}
        <Menu.Item onClick={() => ask('new')}>{texts.saveAs}</Menu.Item>
      </Menu.Dropdown>
    </ButtonMenu>
  );
}

function Views({ label, views, open }: { label: string; views: View[]; open: View | undefined }) {
  const { path } = useView();
  const accountOf = useAccountOf();
  if (views.length === 0) return null;
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => {
        const { to, search } = addressOfView(view, path);
        const isOpen = view.uuid === open?.uuid;
        return (
          <Menu.Item
            key={view.uuid}
            component={Link}
            to={to}
            search={search as never}
            aria-current={isOpen ? 'page' : undefined}
            fw={isOpen ? 600 : undefined}
            rightSection={accountOf(view)}
          >
            {view.name}
          </Menu.Item>
        );
      })}
    </>
  );
}

/** What the User may do with the open view. */
function Actions(props: ViewMenuProps & { view: View }) {
  const { view, views, content, isChanged, columns, ask } = props;
  const { mayChange, isMaker, mayShare } = useMayChangeView(view);
  const { update, order } = useChangeViews();
  const navigate = useNavigate();
  const settle = () => {
    columns?.reset();
    void navigate({ to: '.', search: viewAlone as never, replace: true });
  };
  const change = (body: Parameters<typeof update>[1], said?: string) =>
    update(view, body).then(() => said && notifyDone(said), notifyProblem);
  const save = async () => {
    const saved = await update(view, content).catch(notifyProblem);
    if (!saved) return;
    settle();
    notifyDone(view.shared ? texts.savedForAll(view.name) : texts.saved(view.name));
  };
  const copy = async () => {
    const query = new URLSearchParams({ view: view.uuid, account_uuid: view.account_uuid });
    await navigator.clipboard.writeText(`${location.origin}${location.pathname}?${query}`);
    notifyDone(texts.copied);
  };
  const pinned = views.filter((one) => one.pinned);
  const place = pinned.findIndex(({ uuid }) => uuid === view.uuid);
  const moveBy = (step: number) => {
    const others = pinned.filter(({ uuid }) => uuid !== view.uuid);
    void order(others.toSpliced(place + step, 0, view)).catch(notifyProblem);
  };
  return (
    <>
      {isChanged && mayChange && (
        <Menu.Item onClick={() => void save()}>{view.shared ? texts.saveForAll : texts.save}</Menu.Item>
      )}
      {isChanged && <Menu.Item onClick={settle}>{texts.discard}</Menu.Item>}
      {mayChange && <Menu.Item onClick={() => ask('rename')}>{texts.rename}</Menu.Item>}
      {isMaker && (view.shared || mayShare) && (
        <Menu.Item onClick={() => void change({ shared: !view.shared })}>
          {view.shared ? texts.unshare : texts.share}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => void change({ pinned: !view.pinned })}>
        {view.pinned ? texts.unpin : texts.pin}
      </Menu.Item>
      {place > 0 && <Menu.Item onClick={() => moveBy(-1)}>{texts.up}</Menu.Item>}
      {place >= 0 && place < pinned.length - 1 && (
        <Menu.Item onClick={() => moveBy(1)}>{texts.down}</Menu.Item>
      )}
      <Menu.Item onClick={() => void copy()}>{texts.copy}</Menu.Item>
      {mayChange && <Menu.Item onClick={() => ask('remove')}>{texts.remove}</Menu.Item>}
      <Menu.Divider />
    </>
  );
}
