import { Menu, useMantineColorScheme } from '@mantine/core';
import { ColourButton } from './header-buttons.tsx';
import { ButtonMenu } from './layout/menu.tsx';
import { nav } from './texts/common.ts';

/** The choice of the colours. */
export function ColourMenu() {
  const { setColorScheme } = useMantineColorScheme();
  return (
    <ButtonMenu position="bottom-end" button={(props) => <ColourButton {...props} />}>
      <Menu.Dropdown>
        {(['light', 'dark', 'auto'] as const).map((scheme) => (
          <Menu.Item key={scheme} onClick={() => setColorScheme(scheme)}>
            {nav[scheme]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </ButtonMenu>
  );
}
