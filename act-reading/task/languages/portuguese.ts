/** Portuguese, in its basics. */
import { spanishForms } from './forms.ts';
import type { Language } from './language.ts';

export const PORTUGUESE: Language = {
  name: 'pt',
  common: `o os um uma uns umas do da dos das e ao aos à às que é são para com em no na nos nas por pelo pela não meu minha meus minhas nosso
    nossa este esta isso eu você ele ela nós favor qual quais quanto quanta quantos quantas onde quando como quem sem depois pode
    poderia me lhe também todos todas já há foi mais hoje amanhã preciso`,
  forms: spanishForms,
  verbs: {
    look: 'ler verificar olhar procurar encontrar mostrar listar explicar descrever analisar comparar calcular contar consultar buscar checar recomendar',
    compile: 'resumir traduzir compilar extrair',
    write:
      'lançar escrever modificar corrigir renomear mover preencher completar salvar guardar arquivar copiar ordenar marcar+como anotar atualizar substituir inserir editar alterar mudar baixar registrar',
    send: 'enviar mandar encaminhar reenviar responder publicar postar avisar informar notificar lembrar agradecer contatar ligar anunciar comunicar',
    share: 'compartilhar partilhar',
    pay: 'pagar transferir reembolsar devolver doar quitar depositar',
    buy: 'comprar encomendar pedir assinar',
    book: 'reservar agendar marcar programar inscrever adiar remarcar',
    delete: 'apagar excluir eliminar deletar esvaziar limpar',
    remove: 'tirar cancelar remover anular retirar tirar',
    execute: 'executar rodar instalar implantar reiniciar testar iniciar migrar',
    code: 'implementar consertar refatorar otimizar',
    configure: 'configurar autorizar revogar bloquear desbloquear redefinir conceder',
    change: 'criar gerar fazer colocar elaborar definir',
    add: 'adicionar acrescentar',
    give: 'dar',
    invite: 'convidar',
    tell: 'dizer',
    toggle: 'ativar desativar habilitar desabilitar ligar+luz desligar',
    draft: 'preparar',
    respond: 'aceitar recusar aprovar rejeitar',
    renew: 'renovar prorrogar',
    urge: 'pedir dizer lembrar',
    any: 'mudar alterar modificar tocar fazer',
  },
  verbsAndNouns: {},
  irregular:
    'diga=dizer faça=fazer faz=fazer dê=dar lê=ler leia=ler peça=pedir exclua=excluir inclua=adicionar envie=enviar',
  nouns: {
    message: 'mensagem e-mail email mail resposta comentário convite carta boletim lembrete anúncio post',
    money: 'pagamento transferência fatura reembolso doação salário aluguel dinheiro boleto euros reais',
    order: 'voo hotel quarto mesa trem comboio bilhete passagem reserva consulta táxi restaurante',
    event: 'reunião evento entrevista chamada compromisso',
    access:
      'acesso permissão permissões função senha token chave usuário utilizador membro grupo conta administrador firewall porta regra filtro webhook limite',
    program: 'script teste testes servidor serviço migração programa comando',
    group: 'equipe equipa grupo canal projeto',
    bin: 'lixeira',
    file: 'arquivo ficheiro documento tabela pasta página nota notas planilha apresentação',
  },
  polite:
    'pode|poderia|podes|você pode|por favor|preciso que|quero que|gostaria que|eu quero|quero|preciso|não se esqueça de|se possível',
  fillers: 'depois também agora olá e então primeiro por favor só apenas',
  conjunctions: 'e depois mas',
  alternatives: 'ou nem',
  markers: 'a de',
  hasFreeInfinitives: true,
  negators: 'não sem nunca',
  negatingArticles: 'nenhum nenhuma',
  anything: 'nada ninguém algo ainda tudo o a os as',
  nothing: 'nada ninguém',
  exceptions: 'mais outro outra outros exceto menos antes até',
  determiners: 'o a os as um uma meu minha meus minhas nosso nossa todo toda todos todas cada este esta ao à',
  prepositions: 'a ao à para de do da em no na com por pelo sobre até',
  pronouns: 'o a os as lhe me nos',
  me: 'me nos mim',
  clitics: /-?(?:me|lhe|lhes|lo|la|los|las|o|a|os|as)$/,
  passives: 'ser',
  questions: 'qual quais quanto quanta quantos quantas onde quando como quem que é são há foi foram',
  subordinators: 'que qual quem onde quando como se porque quanto quantos cujo',
  please: 'favor',
};
