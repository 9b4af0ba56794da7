import { Table } from '@mantine/core';
import { keyboard } from '../texts/common.ts';
import { Dialog } from './dialog.tsx';

export function KeyboardHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={keyboard.title}>
      <Table>
        <Table.Tbody>
          {keyboard.keys.map(([keys, meaning]) => (
            <Table.Tr key={keys}>
              <Table.Td w={96}>
                <kbd>{keys}</kbd>
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
