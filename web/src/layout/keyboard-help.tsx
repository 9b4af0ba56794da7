import { Modal, Table } from '@mantine/core';
import { keyboard } from '../texts/common.ts';

export function KeyboardHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={keyboard.title}>
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
    </Modal>
  );
}
